/** Where a line ends in this text: `\r` only in files that have no `\n` at all (old Mac). */
export function lineBreakOf(text: string): '\n' | '\r' {
  return !text.includes('\n') && text.includes('\r') ? '\r' : '\n';
}

/** 1-based number of the line that holds the offset. */
export function lineAt(text: string, offset: number): number {
  const lineBreak = lineBreakOf(text);
  let line = 1;
  for (let at = text.indexOf(lineBreak); at !== -1 && at < offset; line += 1)
    at = text.indexOf(lineBreak, at + 1);
  return line;
}

/** The line end that is used around an offset: the next one, else the one before, else `\n`. */
export function lineEndNear(text: string, offset: number): '\n' | '\r\n' | '\r' {
  const lineBreak = lineBreakOf(text);
  const next = text.indexOf(lineBreak, offset);
  const at = next === -1 ? text.lastIndexOf(lineBreak) : next;
  if (at === -1 || lineBreak === '\r') return lineBreak;
  return text[at - 1] === '\r' ? '\r\n' : '\n';
}

/** The line end of all lines; `undefined` where they differ or there is none. */
export function uniformLineEnd(text: string): '\n' | '\r\n' | '\r' | undefined {
  if (lineBreakOf(text) === '\r') return '\r';
  const breaks = text.split('\n').length - 1;
  if (breaks === 0) return undefined;
  const pairs = text.split('\r\n').length - 1;
  if (pairs === breaks) return '\r\n';
  return pairs === 0 ? '\n' : undefined;
}

/** Text with every line end as `\n`, and the way back to offsets of the original. */
export interface FlatText {
  readonly flat: string;
  toOriginal(flatOffset: number): number;
}

/** Offsets that are asked for one after the other should ascend: each call goes on from the last. */
export function flatten(text: string): FlatText {
  if (!text.includes('\r')) return { flat: text, toOriginal: (offset) => offset };
  if (lineBreakOf(text) === '\r')
    return { flat: text.replaceAll('\r', '\n'), toOriginal: (offset) => offset };
  let original = 0;
  let pairs = 0;
  let pair = text.indexOf('\r\n');
  return {
    flat: text.replaceAll('\r\n', '\n'),
    toOriginal(offset) {
      if (offset + pairs < original) {
        pairs = 0;
        pair = text.indexOf('\r\n');
      }
      while (pair !== -1 && pair < offset + pairs) {
        pairs += 1;
        pair = text.indexOf('\r\n', pair + 2);
      }
      original = offset + pairs;
      return original;
    },
  };
}
