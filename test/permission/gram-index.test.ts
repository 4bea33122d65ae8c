import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GramIndex, longest } from '../../src/permission/gram-index.ts';
import { compileText, matchesText } from '../../src/permission/match-text.ts';
import { parseRule } from '../../src/permission/parse-rule.ts';
import { TextIndex } from '../../src/permission/text-index.ts';

const source = { file: 'test', line: 1 };
const letters = (unit: string, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...unit), minLength: 1, maxLength });

test('property: of many literals, the first added that stands in the text is found', () => {
  const literals = fc.array(letters('abcé', 5), { minLength: 30, maxLength: 80 });
  fc.assert(
    fc.property(literals, letters('abcé', 30), (added, text) => {
      const index = new GramIndex<string>({ steps: 0 });
      for (const literal of added) index.add(literal, literal);
      const found = index.find(text, (literal) => text.includes(literal));
      expect(found).toBe(added.find((literal) => text.includes(literal)));
    }),
    { numRuns: 300 },
  );
});

test('property: many text rules find what each of them alone would', () => {
  const specifier = letters('ab *:"', 8).filter((text) => text.includes('*'));
  fc.assert(
    fc.property(
      fc.array(specifier, { minLength: 20, maxLength: 60 }),
      letters('ab :', 12),
      (specifiers, text) => {
        const index = new TextIndex({ steps: 0 });
        for (const one of specifiers) index.add(parseRule(`Bash(${one}x)`, source), one);
        const expected = specifiers.some((one) =>
          compileText(one).some((pattern) => matchesText(pattern, text)),
        );
        const found = index.findExact(text) ?? index.findPattern(text);
        expect(found !== undefined).toBe(expected);
      },
    ),
    { numRuns: 300 },
  );
});

test('patterns that a text can not match are not tried', () => {
  const effort = { steps: 0 };
  const index = new GramIndex<string>(effort);
  for (let n = 0; n < 1_000; n += 1) index.add(`foo${n}bar`, `${n}`);
  expect(index.find('x foo777bar', (n) => n === '777')).toBe('777');
  expect(effort.steps).toBeLessThan(500);
});

test('the longest literal is taken', () => {
  expect(longest(['', 'ab', 'abc', 'xyz'])).toBe('abc');
});
