import type { Word } from 'unbash';
import type { KnownVariables } from './word.ts';

/** `"$f"` and nothing else: unquoted, a file name with blanks would be several words. */
export function loopVariable(word: Word, loops: NonNullable<KnownVariables['loops']>) {
  const name = /^"\$(?:(\w+)|\{(\w+)\})"$/.exec(word.text)?.slice(1).find(Boolean) ?? '';
  const values = loops.get(name);
  return values && { text: `$${name}`, values };
}
