import type { WordValue } from '../word.ts';
import { patternThenPaths, type Reader, reader } from './reader.ts';

const MAX_PROGRAM = 1_000;
/** What may stand before a bracket, whatever else is a call. */
const CALLABLE = new Set(
  `if else in and or not print printf length substr split toupper tolower index int sprintf gsub sub
   match for return`.split(/\s+/),
);
/** The variables of awk, which alone are all capitals; ENVIRON and PROCINFO are not among them. */
const VARIABLES = new Set(
  'NR NF FNR FS OFS RS ORS FILENAME SUBSEP RSTART RLENGTH BEGIN END'.split(' '),
);
/** Loops that may not end, input from elsewhere, code from elsewhere; comments and joined lines hide words. */
const OTHER = /getline|\b(?:while|do)\b|[@`]|#.*\n|\\\n/;

/**
 * True for a program that only prints what it reads. Held against the text, quoted or not: what is a string
 * and what is a pattern is told differently by different awks.
 */
export function isPlainAwk(program: string): boolean {
  const loops = program.match(/\bfor\b/g)?.length ?? 0;
  const plainLoops = program.match(/\bfor\s*\(\s*\w+\s+in\s+\w+\s*\)/g)?.length ?? 0;
  const print = program.search(/print/);
  return (
    program.length <= MAX_PROGRAM &&
    !OTHER.test(program) &&
    // A pipe starts a program, and behind `print` a sign for “greater” writes a file.
    !program.replaceAll('||', '').includes('|') &&
    !(print >= 0 && program.indexOf('>', print) >= 0) &&
    [...program.matchAll(/([A-Za-z_]\w*)\s*\(/g)].every(([, name = '']) => CALLABLE.has(name)) &&
    [...program.matchAll(/(?<![A-Za-z_])[A-Z][A-Z_\d]+(?![a-z])/g)].every(([name]) =>
      VARIABLES.has(name),
    ) &&
    loops === plainLoops
  );
}

export const awk: Reader = reader('-F: -v:', ({ operands, flags, files }) => {
  const [program] = operands;
  const isPlain = program !== undefined && !program.glob && isPlainAwk(program.text);
  const given = flags.get('-v') ?? [];
  return isPlain && given.every((text) => /^[a-z_]\w*=/.test(text)) && plainFiles(operands.slice(1))
    ? patternThenPaths()({ operands, flags, files })
    : undefined;
});

/** awk takes an operand with `=` for an assignment. */
function plainFiles(operands: readonly WordValue[]): boolean {
  return operands.every(({ text }) => !text.includes('='));
}
