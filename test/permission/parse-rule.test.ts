import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeText } from '../../src/permission/match-text.ts';
import { formatRule, parseRule, RuleError } from '../../src/permission/parse-rule.ts';

const source = { file: 'p.yml', line: 1 };
const parse = (text: string) => parseRule(text, source);

describe('parseRule', () => {
  test.each([
    ['Bash', 'Bash', undefined],
    ['Bash(*)', 'Bash', undefined],
    ['Bash(npm test)', 'Bash', 'npm test'],
    ['Bash(echo (a))', 'Bash', 'echo (a)'],
    ['Bash(echo \\))', 'Bash', 'echo \\)'],
    ['mcp__server__get_*', 'mcp__server__get_*', undefined],
    ['Read(//etc/**)', 'Read', '//etc/**'],
  ])('reads %s', (text, tool, specifier) => {
    expect(parse(text)).toEqual({ text, tool, specifier, source });
  });

  test.each([
    ['', 'is empty'],
    [' Bash', 'starts or ends with a blank'],
    ['Bash(npm test', 'without its ")"'],
    ['Bash npm test)', 'without its "("'],
    ['Bash(npm test) ', 'starts or ends with a blank'],
    ['Bash(npm test) Edit', 'goes on after its ")"'],
    ['Bash(npm test), Edit(src)', 'goes on after its ")"'],
    ['Bash(a)(b)', 'goes on after its ")"'],
    ['Bash()', 'write Bash for every call'],
    ['Bash( )', 'write Bash for every call'],
    ['(npm test)', 'names no tool'],
    ['Bash (npm test)', 'has "Bash "'],
    ['npm test', 'where a tool’s name should stand'],
    ['mcp__*(x)', 'takes no brackets'],
  ])('refuses %j', (text, part) => {
    expect(() => parse(text)).toThrow(RuleError);
    expect(() => parse(text)).toThrow(part);
  });

  test('never widens: what it accepts, it writes back as it was', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.stringMatching(/^[A-Z][a-z]{0,4}[()\\ *a]{0,10}\)?$/),
      fc.string({ maxLength: 12 }).map((inner) => `Bash(${inner})`),
    );
    fc.assert(
      fc.property(text, (given) => {
        const accepted = tryParse(given);
        fc.pre(accepted !== undefined);
        expect(formatRule(accepted)).toBe(given.replace(/^([^(]*)\(\*\)$/u, '$1'));
      }),
      { numRuns: 500 },
    );
  });

  test('takes any text once it is escaped', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 20 }), (given) => {
        fc.pre(given.trim() !== '');
        const specifier = escapeText(given);
        expect(parse(`Bash(${specifier})`).specifier).toBe(specifier);
      }),
    );
  });
});

function tryParse(text: string) {
  try {
    return parse(text);
  } catch (error) {
    expect(error).toBeInstanceOf(RuleError);
    return undefined;
  }
}
