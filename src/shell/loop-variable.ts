import type { Word } from 'unbash';

/** `"$f"` and nothing else: unquoted, a file name with blanks would be several words. */
export function loopVariable<Value>(
  word: Word,
  loops: ReadonlyMap<string, readonly Value[] | undefined>,
) {
  const name = /^"\$(?:(\w+)|\{(\w+)\})"$/.exec(word.text)?.slice(1).find(Boolean) ?? '';
  const values = loops.get(name);
  return values && { text: `$${name}`, values };
}
