import type { DoubleQuotedChild, Word, WordPart } from 'unbash';
import { isPlainArithmetic } from './arithmetic.ts';
import { expandBrace, hasOddBrace } from './brace.ts';
import { loopVariable, nameAlone } from './loop-variable.ts';
import { pipeStatus, withoutPipeStatus } from './pipe-status.ts';
import { product, type WordValue } from './word-values.ts';

export type { WordValue };

/** A word of a command, read as bash would. */
export interface ShellWord {
  /** As rules see it: quotes removed; an expansion stays as written. */
  readonly text: string;
  /** The words it becomes (several through braces); `undefined`: not known before it runs. */
  readonly values: readonly WordValue[] | undefined;
  /** What makes it unknown: the output of commands alone, or a variable as well. */
  readonly unknown: 'nothing' | 'output' | 'variable';
  /** Whatever is not known of it stands in quotes: it becomes one word, neither several nor none. */
  readonly whole: boolean;
  /** Offsets in the source that the word was read from. */
  readonly span: readonly [number, number];
  /** Whatever it becomes is one line that these commands print. */
  readonly listed?: Upstream;
}

/** The commands of a pipeline, whose lines another one goes through. */
export interface Upstream {
  readonly parts: readonly (readonly ShellWord[])[];
  /** Where they run. */
  readonly directories: readonly string[] | undefined;
  /** Each line is taken to end in NUL. */
  readonly isNul?: boolean;
}

/** The variables whose values are known beforehand. */
export interface KnownVariables {
  readonly home: string;
  /** `undefined` after a `cd` to a place that isn't known. */
  readonly cwd: string | undefined;
  /** Loop variables, by what they go through. */
  readonly loops?: ReadonlyMap<string, readonly WordValue[] | undefined> | undefined;
  /** Loop variables that are lines of what commands print. */
  readonly listed?: ReadonlyMap<string, Upstream> | undefined;
}

/** A piece of a word: what it shows and what it may become. */
interface Piece {
  readonly text: string;
  readonly values: readonly WordValue[] | undefined;
  readonly unknown: ShellWord['unknown'];
  readonly quoted: boolean;
}

export function readWord(word: Word, known: KnownVariables): ShellWord {
  const span = [word.pos, word.end] as const;
  const settled = pipeStatus(word) ?? (known.loops && loopVariable(word, known.loops));
  if (settled) return { ...settled, unknown: 'nothing', whole: true, span };
  const pieces = word.parts?.map((part) => readPart(part, known)) ?? [plain(word.value)];
  const tilde = word.text.startsWith('~') ? expandTilde(pieces, known) : pieces;
  const quoted = pieces.some((piece) => piece.quoted);
  const values = hasOddBrace(word) ? undefined : product(tilde);
  const text = pieces.map((piece) => piece.text).join('');
  const listed = known.listed?.get(nameAlone(word));
  return {
    ...(listed ? { listed } : {}),
    text,
    // An empty alternative of an unquoted brace is no word at all.
    values: quoted || word.parts === undefined ? values : values?.filter(({ text }) => text !== ''),
    unknown: values === undefined ? worst(tilde) : 'nothing',
    // `"$@"` is several words in spite of its quotes.
    whole: pieces.every((piece) => piece.quoted || isOne(piece)) && !text.includes('@'),
    span,
  };
}

/** The one value of a word that is a plain literal; `undefined` for patterns, several and unknown ones. */
export function literal(word: ShellWord | undefined): string | undefined {
  const value = word?.values?.length === 1 ? word.values[0] : undefined;
  return value && !value.glob ? value.text : undefined;
}

/** The words that all of these become; `undefined` when one of them isn't known. */
export function allValues(words: readonly ShellWord[]): readonly WordValue[] | undefined {
  const values: WordValue[] = [];
  for (const word of words) {
    if (!word.values) return undefined;
    values.push(...word.values);
  }
  return values;
}

function readPart(part: WordPart | DoubleQuotedChild, known: KnownVariables): Piece {
  switch (part.type) {
    case 'Literal':
      return literalPart(part);
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return { ...plain(part.value), quoted: true };
    case 'DoubleQuoted':
      return readQuoted(part.parts, known);
    case 'Glob':
      return { ...plain(part.text), values: [{ text: part.text, glob: true }] };
    case 'BraceExpansion': {
      const values = expandBrace(part.text)?.map((text) => ({ text, glob: /[*?[]/.test(text) }));
      return { ...opaque(part.text, 'variable'), values };
    }
    case 'SimpleExpansion':
      return variable(part.text, part.text.slice(1), known);
    case 'ParameterExpansion': {
      if (withoutPipeStatus(part.text) === '') return opaque(part.text, 'output');
      const bare = !part.prefix && !part.index && !part.operation;
      return variable(part.text, bare ? part.parameter : '', known);
    }
    case 'ArithmeticExpansion':
      // Its value is some number; which one makes no difference to any judgement here.
      return isPlainArithmetic(part.expression)
        ? { ...plain('0'), text: part.text }
        : opaque(part.text, 'variable');
    case 'CommandExpansion':
      // A number, whichever: `make -j$(nproc)`.
      return part.text === '$(nproc)'
        ? { ...plain('2'), text: part.text }
        : opaque(part.text, 'output');
    case 'ProcessSubstitution':
      // Bash puts the name of a pipe there; its commands are judged by themselves.
      return part.operator === '<'
        ? { ...plain('/dev/null'), text: part.text }
        : opaque(part.text, 'variable');
    default:
      return opaque(part.text, 'variable');
  }
}

/** The bracket of a pattern may end in another part of the word: `["a"]`. */
function literalPart({ text, value }: { text: string; value: string }): Piece {
  const glob = /[*?[]/.test(text.replace(/\\./gs, ''));
  return { ...plain(value), values: [{ text: glob ? text.replaceAll('\\\n', '') : value, glob }] };
}

function readQuoted(parts: readonly DoubleQuotedChild[], known: KnownVariables): Piece {
  const pieces = parts.map((part) =>
    part.type === 'Literal' ? plain(part.value) : readPart(part, known),
  );
  return {
    text: pieces.map((piece) => piece.text).join(''),
    values: product(pieces),
    unknown: worst(pieces),
    quoted: true,
  };
}

function variable(text: string, name: string, known: KnownVariables): Piece {
  if (known.loops?.has(name)) {
    const looped = known.loops.get(name);
    // A pattern beside other text would find other files than the loop goes through.
    const values = looped?.every(({ glob }) => !glob) ? looped : undefined;
    return { ...opaque(text, 'output'), values };
  }
  const value = name === '?' || name === '#' ? '0' : { HOME: known.home, PWD: known.cwd }[name];
  // Unquoted, a value with blanks or patterns would become other words.
  if (value === undefined || !/^[\w./-]+$/.test(value)) return opaque(text, 'variable');
  return { ...plain(value), text };
}

/** `~` and `~/x` are the home folder; `~name`, `~+` and quoted mixtures are not known. */
function expandTilde(pieces: readonly Piece[], known: KnownVariables): readonly Piece[] {
  const [first, ...rest] = pieces;
  if (!first) return pieces;
  const isHome = first.text.startsWith('~/') || (first.text === '~' && rest.length === 0);
  if (!isHome) return [{ ...first, values: undefined, unknown: 'variable' }, ...rest];
  return [{ ...plain(known.home + first.text.slice(1)), text: first.text }, ...rest];
}

function worst(pieces: readonly Piece[]): ShellWord['unknown'] {
  const kinds = pieces.map((piece) => piece.unknown);
  // Too many combinations of known pieces: their sum is unknown all the same.
  return kinds.includes('variable') || !kinds.includes('output') ? 'variable' : 'output';
}

function isOne({ values }: Piece): boolean {
  return values?.length === 1 && values[0]?.glob === false;
}

function plain(text: string): Piece {
  return { text, values: [{ text, glob: false }], unknown: 'nothing', quoted: false };
}

function opaque(text: string, unknown: 'output' | 'variable'): Piece {
  return { text, values: undefined, unknown, quoted: false };
}
