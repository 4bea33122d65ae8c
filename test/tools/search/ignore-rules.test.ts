import fc from 'fast-check';
import ignore from 'ignore';
import { describe, expect, test } from 'vitest';
import { compilePattern, matchesPattern } from '../../../src/base/pattern.ts';
import { parseIgnoreRules } from '../../../src/tools/search/ignore-rules.ts';
import { counted } from '../glob/steps.ts';

/** As a search does: from the top down, and no further than an ignored folder. */
function isIgnored(text: string, path: string): boolean {
  const rules = parseIgnoreRules(text);
  const names = path.split('/');
  return names.some(
    (_, index) => rules.test(names.slice(0, index + 1), index < names.length - 1) === 'ignored',
  );
}

describe('ignore files', () => {
  test.each([
    ['# a\na', 'a', true],
    ['\\#a', '#a', true],
    ['\\!a', '!a', true],
    ['a  ', 'a', true],
    ['a\\ ', 'a ', true],
    ['a\\ ', 'a', false],
    ['a\r\nb', 'a', true],
    ['A', 'a', false],
    ['out/', 'x/out/a', true],
    ['out/', 'out', false],
    ['/out', 'x/out', false],
    ['x/***/y', 'x/a/b/y', true],
    ['*.log\n!keep.log', 'keep.log', false],
    ['!keep.log\n*.log', 'keep.log', true],
    ['dir\n!dir/a', 'dir/a', true],
    ['[[:digit:]]*', '7a', true],
    ['[ab\na\\\n//\n/\nb', 'b', true],
    ['[ab', '[ab', false],
    [`${'a'.repeat(5_000)}`, 'a'.repeat(5_000), false],
  ])('%j for %s: %s', (text, path, expected) => {
    expect(isIgnored(text, path)).toBe(expected);
  });

  test('the first 5000 rules count', () => {
    const many = Array.from({ length: 6_000 }, (_, index) => `/f${index}`).join('\n');
    expect(isIgnored(many, 'f4999')).toBe(true);
    expect(isIgnored(many, 'f5000')).toBe(false);
  });

  test('are read as git reads them', () => {
    const part = fc.constantFrom(
      'a',
      'b',
      '*',
      'a*',
      '*b',
      '?',
      '**',
      '[ab]',
      '.a',
      '[!a]',
      'a**b',
    );
    const line = fc
      .tuple(
        fc.constantFrom('', '!'),
        fc.constantFrom('', '/'),
        fc.array(part, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('', '/'),
      )
      .map(([not, start, parts, end]) => not + start + parts.join('/') + end);
    const name = fc.constantFrom('a', 'b', 'ab', '.a', 'a.b');
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 4 }),
        fc.array(name, { minLength: 1, maxLength: 4 }),
        (lines, names) => {
          const path = names.join('/');
          const other = ignore({ ignoreCase: false }).add(lines.join('\n')).ignores(path);
          expect(isIgnored(lines.join('\n'), path)).toBe(other);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test.each([
    ['*a*a*a*a*a*a*a*b', `${'a'.repeat(200)}X`],
    [`a/${'**/a/'.repeat(60)}b`, `${'a/'.repeat(300)}X`],
    [`${'**/*a*a*/'.repeat(30)}b`, `${'aaaaaaaa/'.repeat(100)}X`],
  ])('%s takes no more steps than pattern × path', (line, path) => {
    const { pattern, steps } = counted(compilePattern(line));
    expect(matchesPattern(pattern, path.split('/'), { whole: true })).toBe(false);
    expect(steps()).toBeGreaterThan(0);
    expect(steps()).toBeLessThan(8 * line.length * path.length);
  });
});
