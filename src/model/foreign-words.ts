import { oneLine } from '../base/text.ts';

/** How much of what an API says is told, characters. */
const MOST_WORDS = 2_000;

/**
 * What somebody else said, as one line of a length that people read. It is cut between words only: secrets are
 * taken out later, and half of one would not be known for what it is.
 */
export function foreignWords(text: string, most = MOST_WORDS): string {
  const flat = oneLine(text, Number.POSITIVE_INFINITY);
  if (flat.length <= most) return flat;
  const last = flat.lastIndexOf(' ', most);
  return `${flat.slice(0, Math.max(0, last))}…`;
}
