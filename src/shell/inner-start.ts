import { literal, type ShellWord } from './word.ts';
import type { WrapperOptions } from './wrappers.ts';

/** Where the command that a wrapper runs starts. */
export interface InnerStart {
  /** Behind the shell text, where an option holds some. */
  readonly at: number;
  /** Everything before it is understood. */
  readonly known: boolean;
  /** An option holds shell text: that text, `undefined` when it isn't known. */
  readonly script?: readonly [string | undefined];
  /** It answers a question and runs nothing. */
  readonly query?: boolean;
}

interface Option {
  readonly known: boolean;
  /** The next word is its value. */
  readonly takesNext: boolean;
  /** Its value is shell text: glued, or empty when it is the next word. */
  readonly script?: string;
}

const UNKNOWN: Option = { known: false, takesNext: false };

/** Skips a wrapper's options, operands and assignments. */
export function innerStart(words: readonly ShellWord[], wrapper: WrapperOptions): InnerStart {
  let found = skipOptions(words, { at: 1, known: true }, wrapper);
  for (let left = wrapper.operands ?? 0; left > 0 && !found.script && !found.query; left -= 1) {
    // `timeout $T npm test`: what T holds may be a command already.
    const known = found.known && literal(words[found.at]) !== undefined;
    found = skipOptions(words, { at: found.at + 1, known }, wrapper);
  }
  return found;
}

function skipOptions(
  words: readonly ShellWord[],
  from: InnerStart,
  wrapper: WrapperOptions,
): InnerStart {
  let { at, known } = from;
  for (let word = words[at]; word; word = words[at]) {
    const text = literal(word);
    if (isAssignment(word, wrapper)) {
      at += 1;
      continue;
    }
    if (text === '--') return { at: at + 1, known };
    if (text === undefined || !/^-./.test(text)) break;
    if (wrapper.query?.includes(text)) return { at, known, query: true };
    const option = readOption(text, wrapper);
    const { script } = option;
    if (script !== undefined) return withScript(words, { at, known }, script);
    known &&= option.known;
    at += option.takesNext ? 2 : 1;
  }
  return { at, known };
}

function withScript(
  words: readonly ShellWord[],
  { at, known }: InnerStart,
  glued: string,
): InnerStart {
  return glued === ''
    ? { at: at + 2, known, script: [literal(words[at + 1])] }
    : { at: at + 1, known, script: [glued] };
}

function isAssignment(word: ShellWord, wrapper: WrapperOptions): boolean {
  return wrapper.assignments === true && /^[A-Za-z_]\w*=|^-$/.test(word.text);
}

function readOption(text: string, wrapper: WrapperOptions): Option {
  if (text.startsWith('--')) return readLong(text, wrapper);
  if (wrapper.digits && /^-\d+$/.test(text)) return { known: true, takesNext: false };
  return readShort(text, wrapper);
}

function readLong(text: string, wrapper: WrapperOptions): Option {
  const equals = text.indexOf('=');
  const name = equals < 0 ? text : text.slice(0, equals);
  if (wrapper.script?.includes(name)) {
    return { known: true, takesNext: true, script: equals < 0 ? '' : text.slice(equals + 1) };
  }
  if (wrapper.long?.includes(`${name}=`)) return { known: true, takesNext: equals < 0 };
  return wrapper.long?.includes(text) ? { known: true, takesNext: false } : UNKNOWN;
}

function readShort(text: string, wrapper: WrapperOptions): Option {
  for (let index = 1; index < text.length; index += 1) {
    const letter = text.charAt(index);
    if (wrapper.script?.includes(`-${letter}`)) {
      return { known: true, takesNext: true, script: text.slice(index + 1) };
    }
    if (wrapper.valued?.includes(letter)) {
      return { known: true, takesNext: index === text.length - 1 };
    }
    if (!wrapper.flags?.includes(letter)) return UNKNOWN;
  }
  return { known: true, takesNext: false };
}
