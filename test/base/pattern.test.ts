import fc from 'fast-check';
import ignore from 'ignore';
import { describe, expect, test } from 'vitest';
import { PatternError } from '../../src/base/name-glob.ts';
import {
  atAnyDepth,
  compilePattern,
  escapePattern,
  matchesPattern,
} from '../../src/base/pattern.ts';

const hits = (pattern: string, path: string, options = {}) =>
  matchesPattern(compilePattern(pattern), path.split('/'), options);

describe('a gitignore pattern', () => {
  test.each([
    ['a.ts', 'a.ts', true],
    ['a.ts', 'x/y/a.ts', true],
    ['/a.ts', 'x/a.ts', false],
    ['src/a.ts', 'x/src/a.ts', false],
    ['src', 'src/deep/a.ts', true],
    ['src/', 'src/a.ts', true],
    ['src/**', 'src/a/b', true],
    ['src/**', 'src', false],
    ['**/src/**', 'vendor/src/a', true],
    ['src/*/a', 'src/x/a', true],
    ['src/*/a', 'src/x/y/a', false],
    ['src/**/a', 'src/a', true],
    ['src/**/a', 'src/x/y/a', true],
    ['*.env', '.env', true],
    ['.env*', 'x/.env.local', true],
    ['a?c', 'abc', true],
    ['a?c', 'a/c', false],
    ['[a-c]x', 'bx', true],
    ['[!a-c]x', 'bx', false],
    ['[]]x', ']x', true],
    ['\\*x', '*x', true],
    ['\\*x', 'ax', false],
    ['**', 'a/b', true],
    ['/**', 'a', true],
  ])('%s against %s: %s', (pattern, path, expected) => {
    expect(hits(pattern, path)).toBe(expected);
  });

  test('agrees with git’s own reading', () => {
    const name = fc.constantFrom('a', 'b', 'ab', '.a', 'a.b');
    const part = fc.constantFrom('a', 'b', '*', 'a*', '*b', '?', '**', '[ab]', '.a', '[!a]');
    fc.assert(
      fc.property(
        fc.tuple(fc.constantFrom('', '/'), fc.array(part, { minLength: 1, maxLength: 4 })),
        fc.array(name, { minLength: 1, maxLength: 5 }),
        ([start, parts], path) => {
          const pattern = start + parts.join('/');
          const git = ignore({ ignoreCase: false }).add(pattern).ignores(path.join('/'));
          expect(hits(pattern, path.join('/'))).toBe(git);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('to grant, a wildcard at the end takes in no folder’s content', () => {
    expect(hits('src/*', 'src/a', { exactEnd: true })).toBe(true);
    expect(hits('src/*', 'src/a/b', { exactEnd: true })).toBe(false);
    expect(hits('src', 'src/a/b', { exactEnd: true })).toBe(true);
  });

  test('with the folder, dir/** matches dir', () => {
    expect(hits('src/**', 'src', { withFolder: true })).toBe(true);
    expect(hits('src/**', 'srcx', { withFolder: true })).toBe(false);
  });

  test('at any depth', () => {
    const pattern = atAnyDepth(compilePattern('src/**'));
    expect(matchesPattern(pattern, ['vendor', 'src', 'a'])).toBe(true);
  });

  test('folded, it matches every spelling of one file', () => {
    const pattern = compilePattern('Secrets/*.PEM', { fold: true });
    expect(matchesPattern(pattern, ['SECRETS', 'key.pem'])).toBe(true);
  });

  test.each(['!a', '', '/', 'a//b', '../a', 'a/./b', '[a', 'a\\'])('refuses %j', (pattern) => {
    expect(() => compilePattern(pattern)).toThrow(PatternError);
  });

  test('an escaped path matches itself alone', () => {
    const name = fc.stringMatching(/^[ab*?[\]\\!. ]{1,6}$/).filter((text) => !/^\.+$/.test(text));
    fc.assert(
      fc.property(name, name, (one, other) => {
        const pattern = compilePattern(`/${escapePattern(one)}`);
        expect(matchesPattern(pattern, [one])).toBe(true);
        expect(matchesPattern(pattern, [other])).toBe(one === other);
      }),
    );
  });

  test('many stars take no exponential time', () => {
    expect(hits(`${'**/a*a*/'.repeat(40)}b`, `${'aaaa/'.repeat(200)}c`)).toBe(false);
    expect(hits('*a'.repeat(200), `${'a'.repeat(4000)}b`)).toBe(false);
  });
});
