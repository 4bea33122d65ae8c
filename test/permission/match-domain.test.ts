import { describe, expect, test } from 'vitest';
import { compileDomain } from '../../src/permission/match-domain.ts';
import { RuleError } from '../../src/permission/parse-rule.ts';

describe('a domain specifier', () => {
  test.each([
    ['example.com', 'example.com', true],
    ['example.com', 'EXAMPLE.com.', true],
    ['example.com', 'a.example.com', false],
    ['example.com', 'example.com.evil.test', false],
    ['*.example.com', 'a.example.com', true],
    ['*.example.com', 'a.b.example.com', true],
    ['*.example.com', 'example.com', false],
    ['*.example.com', 'evilexample.com', false],
    ['api-*.example.com', 'api-1.example.com', true],
    ['api-*.example.com', 'api-1.x.example.com', false],
    ['a.*.com', 'a.b.com', true],
    ['a.*.com', 'a.b.c.com', false],
    ['*', 'any.test', true],
    ['bücher.example', 'xn--bcher-kva.example', true],
  ])('%s against %s: %s', (pattern, host, expected) => {
    expect(compileDomain(pattern)(host)).toBe(expected);
  });

  test.each([
    'https://example.com',
    'example.com/x',
    'example.com:80',
    'a b',
    '',
    'me@example.com',
  ])('refuses %j', (pattern) => {
    expect(() => compileDomain(pattern)).toThrow(RuleError);
  });

  test('names the part that would do', () => {
    expect(() => compileDomain('https://example.com/x')).toThrow('write domain:example.com');
  });
});
