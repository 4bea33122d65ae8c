import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSecretSearch } from '../../../src/permission/url-guard/secret-in-url.ts';
import { judge, TOKEN } from './guard-scene.ts';

const HOST = 'https://docs.example.com';
const PHRASE = 'correct horse/battery+staple';
const secrets = [TOKEN, PHRASE];

type Encode = (text: string) => string;
const base64: Encode = (text) => Buffer.from(text).toString('base64');
const base64url: Encode = (text) => Buffer.from(text).toString('base64url');
const hex: Encode = (text) => Buffer.from(text).toString('hex');
const percent: Encode = (text) => hex(text).replace(/../g, '%$&');
const reversed: Encode = (text) => [...text].reverse().join('');
const base32: Encode = (text) => {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.charAt(Number.parseInt(five.padEnd(5, '0'), 2)),
    )
    .join('');
};
const inUrl = (encode: Encode) => (text: string) => encodeURIComponent(encode(text));
const ENCODINGS: Readonly<Record<string, Encode>> = {
  plain: encodeURIComponent,
  'every letter escaped': percent,
  'escaped twice': (text) => encodeURIComponent(percent(text)),
  'escaped three times': (text) => encodeURIComponent(encodeURIComponent(percent(text))),
  'one letter escaped': (text) => percent(text.slice(0, 1)) + encodeURIComponent(text.slice(1)),
  'upper case': (text) => encodeURIComponent(text.toUpperCase()),
  'lower case': (text) => encodeURIComponent(text.toLowerCase()),
  base64: inUrl(base64),
  'base64, raw': base64,
  base64url,
  'base64 behind one byte': (text) => base64url(`x${text}`),
  'base64 behind two bytes': (text) => base64url(`xy${text} and more`),
  'base64 twice': (text) => base64url(base64(text)),
  'base64 of hex': (text) => base64url(hex(text)),
  'hex of base64': (text) => hex(base64(text)),
  'base64 of escapes': (text) => base64url(percent(text)),
  hex,
  HEX: (text) => hex(text).toUpperCase(),
  'hex with colons': (text) => hex(text).replace(/..(?=.)/g, '$&:'),
  'hex as a byte list': (text) => hex(text).replace(/../g, '0x$&,'),
  base32,
  'base32, lower case': (text) => base32(`ab${text}`).toLowerCase(),
  reversed: inUrl(reversed),
  'reversed base64': (text) => reversed(base64url(text)),
  'base64 of reversed': (text) => base64url(reversed(text)),
  'JavaScript escapes': (text) =>
    [...text].map((c) => `%5Cu${(c.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`).join(''),
  'HTML escapes': (text) => [...text].map((c) => `%26%23${c.codePointAt(0)}%3B`).join(''),
  'wide letters': (text) =>
    [...text]
      .map((c) =>
        /[a-z0-9]/i.test(c)
          ? String.fromCodePoint((c.codePointAt(0) ?? 0) + 0xfee0)
          : encodeURIComponent(c),
      )
      .join(''),
};
const PLACES: Readonly<Record<string, Encode>> = {
  query: (text) => `${HOST}/?q=${text}`,
  'name of a parameter': (text) => `${HOST}/?a=b&${text}=1`,
  path: (text) => `${HOST}/a/${text}/b.html`,
  fragment: (text) => `${HOST}/#${text}`,
  'glued to other text': (text) => `${HOST}/?q=see-${text}-here`,
};

describe.each(Object.entries(PLACES))('a secret in the %s', (_, place) => {
  test.each(Object.entries(ENCODINGS))('%s', async (_name, encode) => {
    for (const secret of secrets) {
      const verdict = await judge(place(encode(secret)), { secrets });
      expect(verdict).toMatchObject({
        behavior: 'deny',
        reason: expect.stringContaining('carries a secret'),
      });
    }
  });
});

const cut = (text: string, size: number) => text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? [];
const SPLITS: Readonly<Record<string, (parts: readonly string[]) => string>> = {
  'labels of the host': (parts) => `https://${parts.join('.')}.docs.example.com/`,
  'labels, the last first': (parts) => `https://${parts.toReversed().join('.')}.example.com/`,
  path: (parts) => `${HOST}/x/${parts.join('/')}`,
  'path with dots': (parts) => `${HOST}/${parts.join('/./')}`,
  values: (parts) => `${HOST}/?${parts.map((part, at) => `p${at}=${part}`).join('&')}`,
  'values in another order': (parts) =>
    `${HOST}/?${parts
      .map((part, at) => `p${at}=${part}`)
      .toReversed()
      .join('&')}`,
  'values, the odd ones first': (parts) => {
    const parameters = parts.map((part, at) => `p${at}=${part}`);
    const odd = parameters.filter((_, at) => at % 2 === 1);
    return `${HOST}/?${[...odd, ...parameters.filter((_, at) => at % 2 === 0)].join('&')}`;
  },
  'values with equal names': (parts) => `${HOST}/?${parts.map((part) => `p=${part}`).join('&')}`,
  names: (parts) => `${HOST}/?${parts.map((part) => `${part}=1`).join('&')}`,
  'names and values': (parts) =>
    `${HOST}/?${cut(parts.join(''), 12)
      .map((two) => `${two.slice(0, 6)}=${two.slice(6)}`)
      .join('&')}`,
  'path, then values': (parts) =>
    `${HOST}/${parts[0]}/?${parts
      .slice(1)
      .map((part) => `x=${part}`)
      .join('&')}`,
  'a list': (parts) => `${HOST}/?q=${parts.join(',')}`,
};

describe.each(Object.entries(SPLITS))('a secret cut into %s', (_, join) => {
  test.each(Object.entries({ plain: (text: string) => text, base64url, hex, base32 }))(
    '%s',
    (_name, encode) => {
      const carries = createSecretSearch([{ name: 'T', value: TOKEN }]);
      for (const size of [6, 8, 13]) {
        expect(carries(join(cut(encode(TOKEN), size)), { shapes: false })).toBe(true);
      }
    },
  );
});

test('a secret in any writing, place and cut never passes', async () => {
  const secret = fc
    .string({
      unit: fc.constantFrom(...'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMN23456789_-.'),
      minLength: 16,
      maxLength: 60,
    })
    .filter((text) => new Set(text).size > 6 && /^\w.*\w$/.test(text));
  const around = fc.string({ unit: fc.constantFrom(...'abc 1'), maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(
      secret,
      fc.constantFrom(...Object.values(ENCODINGS)),
      fc.constantFrom(...Object.values(PLACES)),
      around,
      async (value, encode, place, before) => {
        const url = place(encode(encode === ENCODINGS['upper case'] ? value : `${before}${value}`));
        expect((await judge(url, { secrets: [value] })).behavior).toBe('deny');
      },
    ),
    { numRuns: 300 },
  );
});

test('a secret that only stands in what will be sent is found there', async () => {
  const url = `${HOST}/${cut(TOKEN, 8).join('/aside/../')}`;
  expect((await judge(url, { secrets })).behavior).toBe('deny');
});

test('long parts of a token count', async () => {
  const url = `${HOST}/?q=${TOKEN.slice(10, 30)}`;
  expect((await judge(url, { secrets })).behavior).toBe('deny');
});

test.each([
  `https://${TOKEN}.example.com/`,
  `https://${TOKEN}@docs.example.com/`,
  `http://${TOKEN}.evil.example/`,
  `ftp://${TOKEN}/`,
  TOKEN,
  `https://docs.example.com:${TOKEN}/`,
  `https://${hex(TOKEN).slice(0, 60)}.${hex(TOKEN).slice(60)}.evil.example/`,
])('no reason repeats the secret in %s', async (url) => {
  const verdict = await judge(url, { secrets, allowed: ['docs.example.com'] });
  expect(verdict).toMatchObject({ reason: expect.stringContaining('carries a secret') });
  expect(JSON.stringify(verdict).toLowerCase()).not.toContain(TOKEN.slice(4, 14).toLowerCase());
});

test('a token that nobody registered is known by its form, under escapes too', async () => {
  const token = `ghp_${'Ab1'.repeat(12)}`;
  for (const text of [token, percent(token), base64url(`token ${token}`)]) {
    expect((await judge(`${HOST}/?q=${text}`)).behavior).toBe('deny');
  }
});

test('escapes without end are refused', async () => {
  const verdict = await judge(`${HOST}/?q=%${'25'.repeat(12)}41`);
  expect(verdict).toMatchObject({ reason: expect.stringContaining('over and over') });
});

describe('what carries none', () => {
  test.each([
    '/',
    '/guide/getting-started.html?version=12.4#install',
    '/?q=ghs_',
    '/?q=how%20to%20register%20a%20GITHUB_TOKEN',
    '/commit/3f786850e387550fdab836ed7e6dc881de23001b',
    '/?data=eyJhIjoxLCJiIjpbMSwyLDNdfQ%3D%3D',
    '/?to=https%3A%2F%2Fdocs.example.com%2Fx%3Fy%3D1',
    '/?q=correct%20answers&horse=staple',
    `/?q=${TOKEN.slice(0, 12)}`,
    '/npm/@scope/pkg/-/pkg-1.2.3.tgz',
    '/wiki/Z%C3%BCrich?a=1&b=2&c=3',
    '/download/0123456789abcdef0123456789abcdef/file.zip',
  ])('%s', async (path) => {
    expect((await judge(HOST + path, { secrets })).behavior).toBe('allow');
  });

  test('addresses made of other words pass', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.webUrl({ validSchemes: ['https'], withQueryParameters: true, withFragments: true }),
        async (url) => {
          const carries = createSecretSearch([{ name: 'T', value: TOKEN }]);
          expect(carries(url, { shapes: false })).toBe(false);
        },
      ),
    );
  });

  test('values too short or common to be secrets do not count', async () => {
    const url = `${HOST}/main/true`;
    expect((await judge(url, { secrets: ['', 'abc', 'main', 'true'] })).behavior).toBe('allow');
  });
});
