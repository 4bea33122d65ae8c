import fc from 'fast-check';
import picomatch from 'picomatch';
import { describe, expect, test } from 'vitest';
import { matchesPattern } from '../../../src/base/pattern.ts';
import { ToolRefusal } from '../../../src/tool/refusal.ts';
import { compileGlob, globMatcher } from '../../../src/tools/glob/glob-matcher.ts';
import { counted } from './steps.ts';

describe('a pattern', () => {
  test.each([
    ['*.ts', 'a.ts', true],
    ['*.ts', 'x/a.ts', false],
    ['**/*.ts', 'a.ts', true],
    ['**/*.ts', 'x/y/a.ts', true],
    ['**', '.a/.b', true],
    ['a', 'a/b', false],
    ['*/**', 'a', false],
    ['a**b', 'a/b', false],
    ['a**b', 'axxb', true],
    ['{a,b}/x', 'b/x', true],
    ['{a,{b,c}d}e', 'cde', true],
    ['{a/,}b', 'b', true],
    ['{a/,}b', 'a/b', true],
    ['x.{ts,t,}', 'x.', true],
    ['{1..12}', '10', true],
    ['{08..10}', '09', true],
    ['{3..1}', '2', true],
    ['{a..e..2}', 'c', true],
    ['{a..e..2}', 'd', false],
    ['{id}', '{id}', true],
    ['{}', '{}', true],
    ['(auth)/p', '(auth)/p', true],
    ['(a|b)/p', 'b/p', true],
    ['@(a|b).ts', 'b.ts', true],
    ['x?(.test).ts', 'x.ts', true],
    ['x?(.test).ts', 'x.test.ts', true],
    ['[{,}]', '{', true],
    ['\\{a,b\\}', '{a,b}', true],
    ['[[:digit:][:upper:]_]x', 'Ax', true],
    ['[![:alnum:]]x', 'ax', false],
    ['[[:punct:]]', '[', true],
    ['[]]', ']', true],
    ['a,b}', 'a,b}', true],
    ['a+b@c!d', 'a+b@c!d', true],
  ])('%s against %s: %s', (pattern, path, expected) => {
    expect(globMatcher(pattern)(path)).toBe(expected);
  });

  test.each([
    ['[ab', '"[" without its "]"'],
    ['{a,b', '"{" without its "}"'],
    ['x/(y', '"(" without its ")"'],
    ['@(a|b', '"(" without its ")"'],
    ['a\\', 'lone backslash'],
    ['[[:vowel:]]', 'a class that there is not'],
    ['+(a|b)', 'write the names out'],
    ['*(*a)b', 'write the names out'],
    ['src/!(a).ts', 'say what to find'],
    ['.{.,x}/y', '".." as a name'],
    ['{,}', 'names nothing'],
    ['{a,b}'.repeat(20), 'more than 1024 patterns'],
    [`{${'x'.repeat(600)},y}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}`, '32768 characters'],
    ['{1..999999999}', 'more than 1024 members'],
    ['{'.repeat(2_000), 'nests more than 16'],
  ])('%s is refused with a word on what would do', (pattern, why) => {
    expect(() => globMatcher(pattern)).toThrow(ToolRefusal);
    expect(() => globMatcher(pattern)).toThrow(why);
  });

  test('means what it means to others', () => {
    const piece = fc.constantFrom('a', 'b', '.', '*', '?', '[ab]', '[^a]', '[b-d]');
    // At the end: the other one takes a `?` behind a group for a part of its regular expression.
    const group = fc.constantFrom('', '.a', '{a,b}', '{a,bc}', '.{a,b}', '@(a|.b)', 'a?(b)');
    const segment = fc.oneof(
      fc
        .tuple(fc.array(piece, { maxLength: 4 }), group)
        .map(([start, end]) => start.join('').replace(/\*+/g, '*') + end),
      fc.constant('**'),
    );
    // A `**` at the end is, to the other, the folder itself as well in some places and not in others.
    const glob = fc
      .array(segment, { minLength: 1, maxLength: 4 })
      .filter((segments) => segments.at(-1) !== '**' && !segments.some((one) => /^\.*$/.test(one)))
      .map((segments) => segments.join('/'));
    const name = fc.stringMatching(/^[abc.]{1,4}$/).filter((text) => !/^\.+$/.test(text));
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
    fc.assert(
      fc.property(glob, path, (pattern, file) => {
        expect(globMatcher(pattern)(file)).toBe(picomatch(pattern, { dot: true })(file));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('no pattern takes more steps than pattern × path', () => {
  const steps = (glob: string, path: string) =>
    compileGlob(glob)
      .map(counted)
      .reduce((sum, { pattern, steps: taken }) => {
        matchesPattern(pattern, path.split('/'), { whole: true });
        return sum + taken();
      }, 0);

  test.each([
    ['*a*a*a*a*a*a*a*b', `${'a'.repeat(200)}X`],
    [`${'*a'.repeat(100)}b`, `${'a'.repeat(250)}X`],
    [`${'*?'.repeat(100)}[b]`, 'a'.repeat(250)],
    [`${'**/a/'.repeat(50)}b`, `${'a/'.repeat(300)}X`],
    [`${'**/*a*a*/'.repeat(30)}b`, `${'aaaaaaaa/'.repeat(100)}X`],
    ['{*a*a,*a}{*a*a,*a*b}*b*', `${'a'.repeat(200)}X`],
  ])('%s', (glob, path) => {
    expect(steps(glob, path)).toBeGreaterThan(0);
    expect(steps(glob, path)).toBeLessThan(8 * glob.length * path.length);
  });

  test('whatever they are', () => {
    const glob = fc.stringMatching(/^(\*|\?|a|\[ab\]|\*\*\/|a\/){1,40}[ab]$/);
    const path = fc.stringMatching(/^(a|aa\/){1,200}X$/);
    fc.assert(
      fc.property(glob, path, (pattern, file) => {
        expect(steps(pattern, file)).toBeLessThanOrEqual(8 * pattern.length * file.length);
      }),
    );
  });
});
