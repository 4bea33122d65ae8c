import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileText, escapeText, isExact, matchesText } from '../../src/permission/match-text.ts';

const hits = (specifier: string, text: string) =>
  compileText(specifier).some((pattern) => matchesText(pattern, text));

describe('a text specifier', () => {
  test.each([
    ['npm run build', 'npm run build', true],
    ['npm run build', 'npm run build --x', false],
    ['npm run test:*', 'npm run test', true],
    ['npm run test:*', 'npm run test -- a', true],
    ['npm run test:*', 'npm run tests', false],
    ['npm run test:*', 'npm run test:unit', false],
    ['ls *', 'ls', true],
    ['ls *', 'ls -la', true],
    ['ls *', 'lsof', false],
    ['ls*', 'lsof', true],
    ['git * main', 'git push origin main', true],
    ['git * main', 'git push origin main --force', false],
    ['git * main', 'git main', false],
    ['* --version', 'node --version', true],
    ['git:* push', 'git push', false],
    ['git:* push', 'git:x push', true],
    ['a * b * c', 'a 1 b 2 c', true],
    ['a * b * c', 'a 1 c', false],
    ['ab*ba', 'aba', false],
    ['echo \\*', 'echo *', true],
    ['echo \\*', 'echo x', false],
    ['echo \\(a\\)', 'echo (a)', true],
    ['grep \\d x', 'grep \\d x', true],
    ['git commit -m "a b"', 'git commit -m a b', true],
    ["git commit -m 'a b'", 'git commit -m a b', true],
    ["echo don't", "echo don't", true],
    ['npm *', 'npm\nrm', false],
  ])('%s against %s: %s', (specifier, text, expected) => {
    expect(hits(specifier, text)).toBe(expected);
  });

  test('without a star matches its text alone', () => {
    const text = fc.stringMatching(/^[a-c :]{1,8}$/);
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(hits(one, other)).toBe(one === other);
      }),
    );
  });

  test('an escaped text is exact and matches itself', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const [pattern] = compileText(escapeText(text));
        expect(pattern && isExact(pattern) && matchesText(pattern, text)).toBe(true);
      }),
    );
  });

  test('many stars take no more than one pass', () => {
    expect(hits('*a'.repeat(5000), `${'a'.repeat(20_000)}b`)).toBe(false);
  });
});
