import { flatten, lineBreakOf, lineEndNear } from '../text-file/line-ends.ts';
import type { Place, Places } from './find-places.ts';

/**
 * The text with `newString` at every place. What old and new have in common at both ends stays as
 * it stood, so that mixed line ends outside the real change survive; in between, a bare `\n` becomes
 * the line end used around it and every other character is written as given.
 */
export function replacePlaces(
  text: string,
  found: Places,
  oldString: string,
  newString: string,
): string {
  const asGiven = found.exactLineEnds && oldString.includes('\r');
  const hasLineEnds = /[\r\n]/.test(oldString) || /[\r\n]/.test(newString);
  const lineBreak = lineBreakOf(text);
  const oneLine = !text.includes(lineBreak);
  const pieces: string[] = [];
  let done = 0;
  for (const place of found.places) {
    const plain = asGiven || !hasLineEnds || oneLine;
    const inserted = plain ? newString : keepLineEnds(text, place, oldString, newString);
    pieces.push(text.slice(done, place.start), inserted);
    done = place.end;
  }
  pieces.push(text.slice(done));
  return pieces.join('');
}

function keepLineEnds(text: string, place: Place, oldString: string, newString: string): string {
  const segment = text.slice(place.start, place.end);
  const near = lineEndNear(text, place.start);
  const { flat, toOriginal } = near === '\r' ? flattenBare(segment) : flatten(segment);
  // Where lines end in `\r\n` anyway, or the model took them to, its `\r\n` means just a line end.
  const isFlat = near !== '\n' || segment.includes('\r') || oldString.includes('\r');
  const wanted = isFlat ? newString.replaceAll('\r\n', '\n') : newString;
  const head = commonHead(flat, wanted);
  const tail = commonTail(flat, wanted, head);
  const from = toOriginal(head);
  const to = toOriginal(flat.length - tail);
  const lineEnd = lineEndNear(text, place.start + from);
  const middle = wanted.slice(head, wanted.length - tail).replace(/(?<!\r)\n/g, lineEnd);
  return segment.slice(0, from) + middle + segment.slice(to);
}

function flattenBare(segment: string) {
  return { flat: segment.replaceAll('\r', '\n'), toOriginal: (offset: number) => offset };
}

function commonHead(a: string, b: string): number {
  const max = Math.min(a.length, b.length);
  let length = 0;
  while (length < max && a.charCodeAt(length) === b.charCodeAt(length)) length += 1;
  return length;
}

function commonTail(a: string, b: string, head: number): number {
  const max = Math.min(a.length, b.length) - head;
  let length = 0;
  while (
    length < max &&
    a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length)
  )
    length += 1;
  return length;
}
