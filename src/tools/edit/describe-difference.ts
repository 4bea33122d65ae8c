import { codePoint } from '../text-file/encoding.ts';

const NAMES: Readonly<Record<string, string>> = {
  '\t': 'tab',
  ' ': 'space',
  '\r': 'carriage return',
  '\u00a0': 'no-break space',
  '\u00ad': 'soft hyphen',
  '\u2018': 'left single quote',
  '\u2019': 'right single quote',
  '\u201c': 'left double quote',
  '\u201d': 'right double quote',
  "'": 'apostrophe',
  '"': 'quotation mark',
  '-': 'hyphen',
  '\u2010': 'Unicode hyphen',
  '\u2013': 'en dash',
  '\u2014': 'em dash',
  '\u2212': 'minus sign',
  '\u200b': 'zero-width space',
  '\ufeff': 'byte-order mark',
};
const MAX_SHOWN = 6;

/**
 * The first difference of two lines in words: where, and both forms as code points; `undefined` when
 * they are equal. `column` counts UTF-16 units from 1.
 */
export function describeDifference(inFile: string, given: string): string | undefined {
  if (inFile === given) return undefined;
  const bodyInFile = inFile.trimEnd();
  const bodyGiven = given.trimEnd();
  if (bodyInFile === bodyGiven)
    return `at the end of the line: the file has ${named(inFile.slice(bodyInFile.length))}, old_string has ${named(given.slice(bodyGiven.length))}`;
  let at = 0;
  while (at < inFile.length && inFile[at] === given[at]) at += 1;
  at = startOfCharacter(inFile, given, at);
  const where = inFile.slice(0, at).trim() === '' ? 'in the indentation' : `at column ${at + 1}`;
  return `${where}: the file has ${named(pieceAt(inFile, at))}, old_string has ${named(pieceAt(given, at))}`;
}

/** Steps back to where a character or run of blanks begins in both. */
function startOfCharacter(a: string, b: string, at: number): number {
  let start = at;
  const isInside = (text: string) =>
    isLowHalf(text, start) || /^\p{M}/u.test(text.slice(start, start + 2));
  while (start > 0 && (isInside(a) || isInside(b))) start -= 1;
  const isBlankBefore = () => /\s/u.test(a[start - 1] ?? '');
  while (start > 0 && isBlankBefore() && (isBlankAt(a, at) || isBlankAt(b, at))) start -= 1;
  return start;
}

function isLowHalf(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function isBlankAt(text: string, at: number): boolean {
  return /\s/u.test(text[at] ?? '');
}

/** The character with its marks, or the whole run of blanks or invisible characters. */
function pieceAt(text: string, at: number): string {
  const piece = /^(?:[\s\u00ad\u200b-\u200d\u2060\ufeff]+|\P{M}\p{M}*|\p{M}+)/u.exec(
    text.slice(at),
  );
  return piece?.[0] ?? '';
}

/** `"é" U+0065 U+0301`, `4 × U+0020 (space)`, `nothing`. */
function named(piece: string): string {
  if (piece === '') return 'nothing';
  const characters = [...piece];
  const [first = ''] = characters;
  if (characters.length > 1 && characters.every((character) => character === first))
    return `${characters.length} × ${named(first)}`;
  const shown = characters.slice(0, MAX_SHOWN).map((character) => {
    const name = NAMES[character];
    return name ? `${codePoint(character)} (${name})` : codePoint(character);
  });
  const rest = characters.length > MAX_SHOWN ? ' …' : '';
  const isVisible = /^[^\s\p{C}]/u.test(piece);
  return `${isVisible ? `"${piece}" ` : ''}${shown.join(' ')}${rest}`;
}
