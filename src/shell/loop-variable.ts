import type { Word } from 'unbash';

/** `"$f"` and nothing else: unquoted, a file name with blanks would be several words. */
export function loopVariable<Value>(
  word: Word,
  loops: ReadonlyMap<string, readonly Value[] | undefined>,
) {
  const name = nameAlone(word);
  const values = loops.get(name);
  return values && { text: `$${name}`, values };
}

/** The name of the variable that is all of a quoted word; empty: it is something else. */
export function nameAlone({ text }: Word): string {
  return /^"\$(?:(\w+)|\{(\w+)\})"$/.exec(text)?.slice(1).find(Boolean) ?? '';
}
