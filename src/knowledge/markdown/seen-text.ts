import { rewriteUnseen } from '../../base/inbound/unseen.ts';
import { plainText } from './plain-text.ts';

/**
 * A file of the maintainers as they see it: one kind of line ends, and without characters that no editor or
 * review shows (tags, bidirectional controls, fillers). Words written in those pass any review, and would
 * count as the maintainers' own.
 * @param notices one more sentence, with the place of the first, when there were any.
 */
export function seenText(given: string, name: string, notices: string[]): string {
  let count = 0;
  let first = '';
  const text = plainText(given);
  const seen = rewriteUnseen(text, (unseen) => {
    if (count === 0) first = unseen;
    count += 1;
    return '';
  });
  if (count === 0) return text;
  const line = lineOfChange(text, seen);
  const code = (first.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  notices.push(
    count === 1
      ? `${name}:${line}: A character that nobody sees (U+${code}) is left out.`
      : `${name}:${line}: ${count} characters that nobody sees are left out; the first is U+${code}.`,
  );
  return seen;
}

/** The line of the first character that is not the same, 1-based. */
function lineOfChange(text: string, seen: string): number {
  let at = 0;
  while (at < seen.length && text[at] === seen[at]) at += 1;
  return text.slice(0, at).split('\n').length;
}
