import { Buffer } from 'node:buffer';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../../src/base/redactor.ts';

const KEY = 'sk-demo-7Qx9Zk2LmP4vT8wR1nB6cY3dF5gH0jS';
const WORDS = 'correct horse, battery é 1';
const HEX_KEY = '3f2a9c1d4e5b6a798897dead00beef11223344ff';
const redactor = createRedactor([
  { name: 'KEY', value: KEY },
  { name: 'WORDS', value: WORDS },
  { name: 'HEX_KEY', value: HEX_KEY },
]);

const bytes = (value: string) =>
  [...Buffer.from(value)].map((byte) => byte.toString(16).padStart(2, '0'));
const each = (value: string, write: (code: number) => string) =>
  value
    .split('')
    .map((unit) => write(unit.charCodeAt(0)))
    .join('');
const between = (value: string, what: string) => [...value].join(what);
const utf16 = (value: string, big = false) => {
  const little = Buffer.from(value, 'utf16le');
  return big ? little.swap16() : little;
};
const base64 = (data: string | Uint8Array) => Buffer.from(data).toString('base64');

/** As `xxd` (two bytes a group) and `hexdump -C` (one) write, 16 bytes a line. */
function dump(value: string, style: 'xxd' | 'hexdump' | 'od', width = 16): string {
  const all = bytes(value);
  const lines: string[] = [];
  for (let at = 0; at < all.length; at += width) {
    const row = all.slice(at, at + width);
    const shown = row
      .map((hex) => {
        const code = Number.parseInt(hex, 16);
        return code > 31 && code < 127 ? String.fromCharCode(code) : '.';
      })
      .join('');
    const pairs = row
      .join(' ')
      .replace(/(..) (..)/g, '$1$2')
      .padEnd(39);
    const halves = `${row.slice(0, 8).join(' ')}  ${row.slice(8).join(' ')}`.padEnd(48);
    const offset = at.toString(16).padStart(8, '0');
    if (style === 'xxd') lines.push(`${offset}: ${pairs}  ${shown}`);
    else if (style === 'hexdump') lines.push(`${offset}  ${halves}  |${shown}|`);
    else lines.push(`${at.toString(8).padStart(7, '0')} ${row.join(' ')}`);
  }
  return lines.join('\n');
}

const WRITINGS: Record<string, (value: string) => string> = {
  'hex with blanks': (value) => bytes(value).join(' '),
  'hex with colons, upper case': (value) => bytes(value).join(':').toUpperCase(),
  'hex as an array': (value) =>
    bytes(value)
      .map((hex) => `0x${hex}`)
      .join(', ')
      .slice(2),
  'xxd -p': (value) => bytes(value).join('').replace(/.{60}/g, '$&\n'),
  'od -An -tx1': (value) =>
    ` ${bytes(value)
      .join(' ')
      .replace(/(.{47}) /g, '$1\n ')}`.slice(1),
  'percent, every character': (value) => `%${bytes(value).join('%')}`,
  'percent, every character, upper case': (value) => `%${bytes(value).join('%').toUpperCase()}`,
  '\\u': (value) => each(value, (code) => `\\u${code.toString(16).padStart(4, '0')}`),
  '\\u in a string of a string': (value) =>
    each(value, (code) => `\\\\u${code.toString(16).padStart(4, '0')}`),
  '\\u{}': (value) => each(value, (code) => `\\u{${code.toString(16)}}`),
  '\\x': (value) =>
    bytes(value)
      .map((hex) => `\\x${hex}`)
      .join(''),
  octal: (value) =>
    bytes(value)
      .map((hex) => `\\${Number.parseInt(hex, 16).toString(8).padStart(3, '0')}`)
      .join(''),
  'decimal entities': (value) => each(value, (code) => `&#${code};`),
  'padded decimal entities': (value) => each(value, (code) => `&#000${code};`),
  'hex entities': (value) => each(value, (code) => `&#x${code.toString(16)};`),
  'UTF-16LE': (value) => utf16(value).toString('latin1').slice(0, -1),
  'UTF-16LE as hex': (value) => utf16(value).toString('hex'),
  'UTF-16LE as base64': (value) => base64(utf16(value)),
  'UTF-16BE as base64': (value) => base64(utf16(value, true)),
  'base64 of base64': (value) => base64(base64(value)),
  'zero-width characters': (value) => between(value, '\u200b'),
  'soft hyphens': (value) => between(value, '\u00ad'),
  'variation selectors': (value) => between(value, '\ufe0f\u{e0100}'),
  tags: (value) => between(value, '\u{e0041}'),
  'colour codes': (value) => between(value, '\u001b[1;31m'),
  'colour codes, escaped': (value) => between(value, '\\u001b[0m'),
  'HTML comments': (value) => between(value, '<!-- x -->'),
  'percent of percent': (value) => `%25${bytes(value).join('%25')}`,
  'bytes in decimal': (value) => [...Buffer.from(value)].join(', '),
  'bytes in decimal, a line each': (value) => [...Buffer.from(value)].join(',\n        '),
  'letter by letter': (value) => between(value, ' '),
  'letter by letter, downward': (value) => between(value, '\n'),
  'one unseen character': (value) => `${value.slice(0, 9)}\u2060${value.slice(9)}`,
};

describe('registered values', () => {
  test.each(Object.entries(WRITINGS))('are found as %s', (_name, write) => {
    for (const value of [KEY, WORDS, HEX_KEY]) {
      const clean = redactor.redact(`before (${write(value)}) after`);
      expect(clean).toMatch(/^before \(\[redacted (KEY|WORDS|HEX_KEY)\][=A-Za-z0-9]{0,4}\) after$/);
      expect(redactor.redact(clean)).toBe(clean);
    }
  });

  test.each(['xxd', 'hexdump', 'od'] as const)(
    'are found in what %s prints, characters and all',
    (style) => {
      for (const value of [KEY, WORDS, HEX_KEY]) {
        const clean = redactor.redact(`$ dump\n${dump(`key=${value}\nnext line`, style)}\ndone`);
        for (let at = 0; at + 8 <= value.length; at += 1) {
          expect(clean).not.toContain(value.slice(at, at + 8));
          expect(clean).not.toContain(bytes(value.slice(at, at + 4)).join(' '));
        }
        expect(clean).toMatch(/\[redacted (KEY|WORDS|HEX_KEY)\]/);
        expect(clean).toMatch(/^\$ dump\n00000/);
        expect(clean).toMatch(/\ndone$/);
      }
    },
  );

  test('in long texts, far from anything else that is written so', () => {
    const filler = 'caf\\u00e9 \u001b[0m 12 34 56 78 '.padEnd(4_000, 'x');
    const text = `${filler}${WRITINGS['\\x']?.(WORDS)}${filler}${between(KEY, '\u200b')}${filler}`;
    expect(redactor.redact(text)).toBe(`${filler}[redacted WORDS]${filler}[redacted KEY]${filler}`);
  });

  test('no pieces of them are joined over what was left out', () => {
    const text = `${WORDS.slice(0, 12)}\\x41${'-'.repeat(3_000)}\\x41${WORDS.slice(12)}`;
    expect(redactor.redact(text)).toBe(text);
  });
});

const CODES: Readonly<Record<number, string>> = { 0: '\\0', 9: '\\t', 10: '\\n', 13: '\\r' };
const lines = (size: number, value: string, write: (row: Buffer) => string) => {
  const all = Buffer.from(value);
  return Array.from({ length: Math.ceil(all.length / size) }, (_, row) => {
    const offset = (row * size).toString(8).padStart(7, '0');
    return offset + write(all.subarray(row * size, row * size + size));
  }).join('\n');
};
const DUMPS: Record<string, (value: string) => string> = {
  'od -c': (value) =>
    lines(16, value, (row) =>
      [...row]
        .map((code) => {
          const shown = code < 127 ? String.fromCharCode(code) : code.toString(8);
          return (CODES[code] ?? shown).padStart(4);
        })
        .join(''),
    ),
  'od -x': (value) =>
    lines(16, value, (row) => {
      const even = Buffer.concat([row, Buffer.alloc(row.length % 2)]).swap16();
      return ` ${even.toString('hex').replace(/(.{4})(?=.)/g, '$1 ')}`;
    }),
  'od -tx1 -w40': (value) =>
    lines(40, value, (row) => ` ${row.toString('hex').replace(/(..)(?=.)/g, '$1 ')}`),
  'xxd -c 32': (value) => dump(value, 'xxd', 32),
};

test.each(Object.entries(DUMPS))(
  'registered values are found in what %s prints',
  (_name, write) => {
    for (const value of [KEY, WORDS, HEX_KEY]) {
      const clean = redactor.redact(
        `$ dump\n${write(`key=${value}\nand a next line of text`)}\ndone`,
      );
      expect(clean).toMatch(/\[redacted (KEY|WORDS|HEX_KEY)\]/);
      const rows = write(value.slice(0, 12)).slice(8).trim();
      expect(clean).not.toContain(rows.slice(4, -4));
      expect(clean).toMatch(/\ndone$/);
    }
  },
);

test.each([
  ['base32', 'ONVS2ZDFNVXS2N2RPA4VU2ZSJRWVANDWKQ4HOURRNZBDMY2ZGNSEMNLHJAYGUUY='],
  ['rot13', 'fx-qrzb-7Dk9Mx2YzC4iG8jE1aO6pL3qS5tU0wF'],
  ['capitals', 'SK-DEMO-7QX9ZK2LMP4VT8WR1NB6CY3DF5GH0JS'],
])('a token is found in %s', (_name, written) => {
  expect(redactor.redact(`before ${written} after`)).toMatch(
    /^before \[redacted KEY\][A-Z2-7]?=? after$/,
  );
});

test('a password is found in mail', () => {
  const { redact } = createRedactor([{ name: 'PW', value: 'a=long/one with+more' }]);
  expect(redact('x a=3Dlong/one w=\r\nith+more y')).toBe('x [redacted PW] y');
});

test('dumps, lists and escapes of any length are read to their end', () => {
  for (const unit of [
    '4a 5f 3c ',
    '\\x41',
    '101, ',
    'a b ',
    '%2541',
    '=3D',
    '\u200b',
    '00000000: 4a5f\n',
  ]) {
    const filler = unit.repeat(400_000);
    expect(redactor.redact(`${filler} ${KEY}`)).toBe(`${filler} [redacted KEY]`);
  }
});

test.each([
  'Family 👨‍👩‍👧 and ❤️ and soft\u00adhyphen',
  '\u001b[32m✓\u001b[39m correct \u001b[2mhorse\u001b[22m',
  '<!-- correct --> horse <!-- battery -->',
  'de:ad:be:ef:00:01 2026-11-30 08:14:05 12 34 56 78 90',
  '00000000: 7365 6372 6574 2d31 3233 3435 3637 3839  secret-123456789',
  'https://example.com/?q=caf%C3%A9%20au%20lait&#38;&#x27;',
  '"\\u001b[0m \\u00e9\\x41\\101\\\\server\\123"',
  'sha512-oVaQyHuKYWyLTPT4wPTsNb3HsTzXnrp2Ek0ZbV9TBwzGEkmwQ7ZDbF5nSsKKvPz1Nn0Tq2YcQ==',
])('leaves alone: %j', (text) => {
  expect(redactor.redact(text)).toBe(text);
});

describe('always', () => {
  const value = fc.string({
    minLength: 8,
    maxLength: 50,
    unit: fc.constantFrom(...'abXY019-_/+=. "\'\\%&é'),
  });
  const noise = fc.string({ maxLength: 60, unit: fc.constantFrom(...'ab 01\n[]*:/@"\\é%x\u200b') });

  test('nothing of a value is left, and redacting again changes nothing', () => {
    void fc.assert(
      fc.property(
        value,
        fc.constantFrom(...Object.values(WRITINGS)),
        noise,
        noise,
        (secret, write, before, after) => {
          const plain = secret.trim();
          fc.pre(plain.length >= 8 && !/^(.)\1*$/su.test(plain));
          const { redact } = createRedactor([{ name: 'S', value: plain }]);
          const written = write(plain);
          // Escapes only read as such when nothing in front is taken for a part of them.
          const clean = redact(`${before.replace(/[\\%0-9a-fx]+$/, '')} ${written} ${after}`);
          expect(clean).not.toContain(written);
          expect(redact(clean)).toBe(clean);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('ordinary text stays', () => {
    void fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(redactor.redact(text)).toBe(text);
      }),
    );
  });
});
