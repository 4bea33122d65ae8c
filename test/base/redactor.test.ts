import { Buffer } from 'node:buffer';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../src/base/redactor.ts';

const KEY = 'sk-demo-7Qx9Zk2LmP4vT8wR1nB6cY3dF5gH0jS';
const ODD = `p@ss/w0rd "with" <odd> & 'chars' \\ 100%+é`;
const MULTILINE = 'first-line-0123456789\nsecond-line-abcdefgh\n  third-line-ABCDEFGH\nx';
const redactor = createRedactor([
  { name: 'API_KEY', value: KEY },
  { name: 'ODD', value: ODD },
  { name: 'DEPLOY_KEY', value: MULTILINE },
]);

const quoted = (text: string) => JSON.stringify(text).slice(1, -1);
const ENCODINGS: Record<string, (value: string) => string> = {
  plain: (value) => value,
  json: quoted,
  'json twice': (value) => quoted(quoted(value)),
  'json with escaped slashes': (value) => quoted(value).replaceAll('/', '\\/'),
  'json in ASCII': (value) => quoted(value).replaceAll('é', '\\u00e9'),
  'URL component': encodeURIComponent,
  'URL component, lower case': (value) =>
    encodeURIComponent(value).replace(/%../g, (hex) => hex.toLowerCase()),
  form: (value) => new URLSearchParams({ v: value }).toString().slice(2),
  html: (value) =>
    value
      .replace(/[&<>"']/g, (unit) => `&#${unit.charCodeAt(0)};`.replace('&#38;', '&amp;'))
      .replaceAll('&#60;', '&lt;')
      .replaceAll('&#62;', '&gt;')
      .replaceAll('&#34;', '&quot;'),
  hex: (value) => Buffer.from(value).toString('hex'),
  'hex, upper case': (value) => Buffer.from(value).toString('hex').toUpperCase(),
  base64: (value) => Buffer.from(value).toString('base64'),
  base64url: (value) => Buffer.from(value).toString('base64url'),
  'base64 behind one byte': (value) => Buffer.from(`:${value}`).toString('base64').slice(2),
  'base64 behind two bytes': (value) => Buffer.from(`a:${value}`).toString('base64').slice(3),
  'single quotes of a shell': (value) => value.replaceAll("'", "'\\''"),
  'double quotes of a shell': (value) => value.replace(/["$`\\]/g, '\\$&'),
  backwards: (value) => [...value].reverse().join(''),
};

describe('registered values', () => {
  test.each(Object.entries(ENCODINGS))('are found as %s', (_name, encode) => {
    for (const value of [KEY, ODD]) {
      const clean = redactor.redact(`before ${encode(value)} after`);
      expect(clean).toMatch(/^before \[redacted (API_KEY|ODD)\][\w+/=]{0,4} after$/);
    }
  });

  test('are found without a boundary around them', () => {
    expect(redactor.redact(`x${KEY}y`)).toBe('x[redacted API_KEY]y');
  });

  test('are found in lines of 20 characters, as base64 wraps', () => {
    const wrapped = Buffer.from(KEY).toString('base64').replace(/.{20}/g, '$&\n');
    expect(redactor.redact(wrapped)).toBe('[redacted API_KEY]');
  });

  test('are found in parts: halves of a token', () => {
    const clean = redactor.redact(`${KEY.slice(0, 19)} and ${KEY.slice(19)}`);
    expect(clean).toBe('[redacted API_KEY] and [redacted API_KEY]');
  });

  test('are found line by line, but for lines that are too short', () => {
    const clean = redactor.redact('> third-line-ABCDEFGH\n> second-line-abcdefgh\n> x');
    expect(clean).toBe('> [redacted DEPLOY_KEY]\n> [redacted DEPLOY_KEY]\n> x');
  });

  test('that overlap in the text leave nothing of either', () => {
    const two = createRedactor([
      { name: 'A', value: 'abcdef12' },
      { name: 'B', value: '12ghijkl' },
    ]);
    expect(two.redact('(abcdef12ghijkl)')).toBe('([redacted A])');
  });

  test('that are short only count as words, and common ones not at all', () => {
    const short = createRedactor([
      { name: 'PIN', value: '4711' },
      { name: 'FLAG', value: 'true' },
      { name: 'TINY', value: 'abc' },
      { name: 'LINE', value: '--------' },
      { name: 'EMPTY', value: '' },
    ]);
    expect(short.redact('pin=4711, sha 0471199, true abc --------')).toBe(
      'pin=[redacted PIN], sha 0471199, true abc --------',
    );
  });

  test('never show by the name that stands for them', () => {
    const named = createRedactor([{ name: 'SOME_KEY_NAME', value: 'SOME_KEY_NAME' }]);
    expect(named.redact('a SOME_KEY_NAME b')).toBe('a *** b');
  });
});

const fake = (length: number) => 'FAKEfake0123456789'.repeat(20).slice(0, length);
const SHAPES = [
  ...['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'].map((prefix) => prefix + fake(36)),
  `github_pat_${fake(22)}_${fake(59)}`,
  `ghs_12345_eyJ${fake(20)}.${fake(20)}.${fake(20)}`,
  `sk-ant-api03-${fake(40)}`,
  `sk-proj-${fake(40)}`,
  `sk-${fake(48)}`,
  `AKIA${fake(16).toUpperCase()}`,
  `ASIA${fake(16).toUpperCase()}`,
  `xoxb-1234567890-${fake(24)}`,
  `npm_${fake(36)}`,
  `AIza${fake(35)}`,
  `sk_live_${fake(24)}`,
  `eyJ${fake(20)}.eyJ${fake(20)}.${fake(30)}`,
  `eyJ${fake(20)}.eyJ${fake(20)}.`,
  `-----BEGIN RSA PRIVATE KEY-----\n${fake(64)}\n${fake(64)}\n-----END RSA PRIVATE KEY-----`,
  `-----BEGIN OPENSSH PRIVATE KEY-----\\n${fake(64)}\\n${fake(40)}\\n-----END OPENSSH PRIVATE KEY-----`,
  `-----BEGIN PRIVATE KEY-----\n${fake(64)}\n${fake(64)}`,
];

describe('shapes of tokens', () => {
  const bare = createRedactor([]);

  test.each(SHAPES)('%s', (token) => {
    expect(bare.redact(`found ${token} in output`)).toMatch(/^found \*{3}( in)? output$/);
  });

  test.each([
    ['https://user:hunter2@example.com/x', 'https://user:***@example.com/x'],
    ['postgres://app:s3cr%40t@db/app', 'postgres://app:***@db/app'],
    [`AUTHORIZATION: basic ${fake(40)}`, 'AUTHORIZATION: basic ***'],
    [`"authorization": "Bearer ${fake(40)}"`, '"authorization": "Bearer ***"'],
    [`//registry.npmjs.org/:_authToken=${fake(36)}`, '//registry.npmjs.org/:_authToken=***'],
    [`aws_secret_access_key = ${fake(40)}`, 'aws_secret_access_key = ***'],
  ])('%s', (text, clean) => {
    expect(bare.redact(text)).toBe(clean);
  });

  test.each([
    'commit 3f2a9c1d4e5b6a798897a6b5c4d3e2f1a0b9c8d7',
    'id 550e8400-e29b-41d4-a716-446655440000',
    'sha512-oVaQyHuKYWyLTPT4wPTsNb3HsTzXnrp2Ek0ZbV9TBwzGEkmwQ7ZDbF5nSsKKvPz1Nn0Tq2YcQ==',
    'the task-scheduler-with-a-very-long-name and disk-0123456789abcdefghij',
    'class="sk-circle-fade-dot-container-large"',
    'highs_and_lows_of_the_market_in_a_long_snake_case_name',
    'see https://user@example.com and git@github.com:owner/repository.git',
    'https://x-access-token:$TOKEN@github.com/o/r and https://u:${{ secrets.T }}@h',
    'http://localhost:8080/path@2x.png',
    'A file with -----BEGIN PRIVATE KEY----- in its first line holds a key.',
    '-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A\n-----END PUBLIC KEY-----',
    'authorization: bearer tokens are needed',
  ])('leaves alone: %s', (text) => {
    expect(bare.redact(text)).toBe(text);
  });
});

describe('plain data', () => {
  test('is redacted in strings and names; what holds nothing stays the same object', () => {
    const value = { list: [{ [KEY]: `a ${KEY}` }], [`${KEY}`]: 1, n: 3, none: null };
    expect(redactor.redactValue(value)).toEqual({
      list: [{ '[redacted API_KEY]': 'a [redacted API_KEY]' }],
      '[redacted API_KEY]': 1,
      n: 3,
      none: null,
    });
    const innocent = { a: [1, 'two', { b: true }] };
    expect(redactor.redactValue(innocent)).toBe(innocent);
  });

  test('keeps two properties whose names are the same secret apart', () => {
    const value = { [KEY]: 1, [quoted(KEY)]: 2, [Buffer.from(KEY).toString('hex')]: 3 };
    expect(Object.values(redactor.redactValue(value))).toEqual([2, 3]);
  });

  test('knows a secret that is a number, and cuts what is too deep for the stack', () => {
    const pin = createRedactor([{ name: 'PIN', value: '8675309123' }]);
    expect(pin.redactValue({ pin: 8675309123, other: 1700000000000 })).toEqual({
      pin: '[redacted PIN]',
      other: 1700000000000,
    });
    const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
    expect(JSON.stringify(pin.redactValue(deep))).toContain('[too deep]');
  });
});

const secretText = fc.string({
  minLength: 8,
  maxLength: 60,
  unit: fc.constantFrom(...'abXY019-_/+=. "\'\\%&é'),
});
const anyEncoding = fc.constantFrom(...Object.values(ENCODINGS));
const noise = fc.string({ maxLength: 80, unit: fc.constantFrom(...'ab 01\n[]*:/@"\\é') });

describe('always', () => {
  test('nothing of a secret is left, wherever and however it stands, and redacting again changes nothing', () => {
    void fc.assert(
      fc.property(secretText, anyEncoding, noise, noise, (value, encode, before, after) => {
        fc.pre(value.trim().length >= 8 && !/^(.)\1*$/su.test(value.trim()));
        const { redact } = createRedactor([{ name: 'S', value }]);
        const written = encode(value.trim());
        const clean = redact(`${before}${written}${after}`);
        expect(clean).not.toContain(written);
        expect(redact(clean)).toBe(clean);
      }),
      { numRuns: 500 },
    );
  });

  test('a secret that comes in pieces does not get through', () => {
    const filler = 'an ordinary line of output, number 12345\n';
    void fc.assert(
      fc.property(
        fc.constantFrom(KEY, ODD, MULTILINE, ...SHAPES),
        fc.nat(1200),
        fc.nat(1200),
        fc.array(fc.integer({ min: 1, max: 9_000 }), { minLength: 1, maxLength: 20 }),
        (secret, before, after, sizes) => {
          const text = `${filler.repeat(before)}${secret}\n${filler.repeat(after)}`;
          const stream = redactor.stream();
          let out = '';
          for (let at = 0, n = 0; at < text.length; n++) {
            const size = sizes[n % sizes.length] ?? 1;
            out += stream.push(text.slice(at, at + size));
            at += size;
          }
          out += stream.end();
          expect(out).not.toContain(secret);
          expect(out).toBe(redactor.redact(text));
        },
      ),
      { numRuns: 60 },
    );
  });

  test('a stream lets a text without any break go, redacted', () => {
    const stream = redactor.stream();
    let out = '';
    for (let n = 0; n < 40; n++) out += stream.push('x'.repeat(20_000));
    expect(out.length).toBeGreaterThan(400_000);
    out += stream.push(KEY);
    out += stream.end();
    expect(out).toBe(`${'x'.repeat(800_000)}[redacted API_KEY]`);
  });
});

test('what is hidden later is taken out from then on, also of streams that are open', () => {
  const redactor = createRedactor([]);
  const stream = redactor.stream();
  expect(redactor.redact('the word abc-def-123')).toContain('abc-def-123');
  redactor.hide([{ name: 'token', value: 'abc-def-123' }]);
  expect(redactor.redact('the word abc-def-123')).toBe('the word [redacted token]');
  expect(stream.push('the word abc-def-123') + stream.end()).toBe('the word [redacted token]');
});
