/** A text reduced to what a reader would take as the same, and where each piece of it stood. */
export interface LooseText {
  readonly loose: string;
  /** Offset in the original of each UTF-16 unit of `loose`, and of the end. */
  readonly origins: readonly number[];
}

/** Characters that look alike, by the one they are taken for. */
const LOOKALIKES: readonly (readonly [plain: string, others: RegExp])[] = [
  ["'", /[\u2018\u2019\u201a\u201b\u2032\u02bc]/u],
  ['"', /[\u201c\u201d\u201e\u201f\u2033]/u],
  ['-', /[\u2010-\u2015\u2212]/u],
];
const INVISIBLE = /^[\u00ad\u200b-\u200d\u2060\ufeff]+$/u;
const BLANKS = /^[\s\u0085]+$/u;

/**
 * Reduces a text: blanks (of any kind, at line ends none) count as one, invisible characters as
 * none, look-alike quotes and dashes as the plain ones, every character in its composed form.
 */
export function loosen(text: string): LooseText {
  // Pieces, not a growing string: asking that for its end would copy it each time.
  const pieces: string[] = [];
  const origins: number[] = [];
  let blankAt = -1;
  let isLineStart = true;
  const put = (plain: string, origin: number) => {
    pieces.push(plain);
    for (let unit = 0; unit < plain.length; unit += 1) origins.push(origin);
  };
  // A character with its marks, a line end, or a run of blanks.
  for (const { 0: piece, index } of text.matchAll(/\r\n?|\n|[^\S\r\n]+|\P{M}\p{M}*|\p{M}+/gu)) {
    if (piece === '\n' || piece.startsWith('\r')) {
      blankAt = -1;
      isLineStart = true;
      put('\n', index);
    } else if (BLANKS.test(piece)) {
      if (blankAt === -1 && !isLineStart) blankAt = index;
    } else if (!INVISIBLE.test(piece)) {
      if (blankAt !== -1) put(' ', blankAt);
      blankAt = -1;
      isLineStart = false;
      put(plainOf(piece), index);
    }
  }
  origins.push(text.length);
  return { loose: pieces.join(''), origins };
}

function plainOf(piece: string): string {
  if (/^[!-~]$/.test(piece)) return piece;
  const composed = piece.normalize('NFKC');
  return LOOKALIKES.find(([, others]) => others.test(composed))?.[0] ?? composed;
}
