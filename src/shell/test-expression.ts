import type { TestExpression, Word } from 'unbash';
import { type KnownVariables, literal, readWord, type WordValue } from './word.ts';

const FILE_TESTS = new Set(['-e', '-f', '-d', '-s', '-r', '-w', '-x', '-L', '-h', '-a']);
const TEXT_TESTS = new Set(['-z', '-n']);
const TEXT_COMPARISONS = new Set(['=', '==', '!=', '=~', '<', '>']);
const FILE_COMPARISONS = new Set(['-nt', '-ot', '-ef']);
const NUMBER_COMPARISONS = new Set(['-eq', '-ne', '-lt', '-le', '-gt', '-ge']);

/** The files that a `[[ … ]]` looks at; `undefined` when it is not proven that it does nothing else. */
export function readsOfTest(
  expression: TestExpression,
  known: KnownVariables,
): readonly WordValue[] | undefined {
  switch (expression.type) {
    case 'TestUnary':
      return readsOfCheck([expression.operator, value(expression.operand, known)]);
    case 'TestBinary':
      return readsOfCheck([
        value(expression.left, known),
        expression.operator,
        value(expression.right, known),
      ]);
    case 'TestLogical':
      return together(expression.operands.map((operand) => readsOfTest(operand, known)));
    case 'TestNot':
      return readsOfTest(expression.operand, known);
    case 'TestGroup':
      return readsOfTest(expression.expression, known);
    default:
      return undefined;
  }
}

/** The same for one check, as its words (`-f`, `file`): the form that `test` and `[` share. */
export function readsOfCheck(
  words: readonly (string | undefined)[],
): readonly WordValue[] | undefined {
  if (words.some((word) => word === undefined)) return undefined;
  const [first = '', second = '', third = ''] = words;
  if (words.length === 1) return [];
  if (words.length === 2) {
    if (FILE_TESTS.has(first ?? '')) return [file(second)];
    return TEXT_TESTS.has(first ?? '') ? [] : undefined;
  }
  if (words.length !== 3 || second === undefined) return undefined;
  if (TEXT_COMPARISONS.has(second)) return [];
  if (FILE_COMPARISONS.has(second)) return [file(first), file(third)];
  // `[[ x -eq y ]]` reckons with its operands, which runs 'a[$(command)]': numbers alone are safe.
  const numbers = [first, third].every((text) => /^-?\d+$/.test(text ?? ''));
  return NUMBER_COMPARISONS.has(second) && numbers ? [] : undefined;
}

function value(word: Word, known: KnownVariables): string | undefined {
  const read = readWord(word, known);
  // Patterns are not expanded inside `[[ ]]`.
  return literal(read) ?? (read.values?.length === 1 ? read.values[0]?.text : undefined);
}

function file(text: string | undefined): WordValue {
  return { text: text ?? '', glob: false };
}

function together(
  all: readonly (readonly WordValue[] | undefined)[],
): readonly WordValue[] | undefined {
  const reads: WordValue[] = [];
  for (const some of all) {
    if (!some) return undefined;
    reads.push(...some);
  }
  return reads;
}
