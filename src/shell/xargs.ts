import type { ShellWord } from './word.ts';

/** The option that says where the lines go, alone or behind others (`-0I{}`). */
const PLACE = /^-[a-zA-Z0-9]*?[iIJ](.*)$|^--replace(?:=(.*))?$/;

/**
 * The command that xargs runs with the lines it reads: words that aren't known, where `-I` says or at
 * the end.
 * @param counts what its last words are matters: they may be a program, or files.
 */
export function withLines(
  words: readonly ShellWord[],
  inner: readonly ShellWord[],
  counts: boolean,
): readonly ShellWord[] {
  const own = words.slice(0, words.length - inner.length);
  const at = own.findIndex(({ text }) => PLACE.test(text));
  if (at < 0) return counts ? [...inner, line('…', words)] : inner;
  const option = own[at]?.text ?? '';
  const [, short, long] = PLACE.exec(option) ?? [];
  const next = /[IJ]$/.test(option) ? own[at + 1]?.text : undefined;
  const mark = short || long || next;
  return inner.map((word) => (word.text.includes(mark || '{}') ? line(word.text, [word]) : word));
}

function line(text: string, [near]: readonly ShellWord[]): ShellWord {
  return { text, values: undefined, unknown: 'variable', whole: false, span: near?.span ?? [0, 0] };
}
