import { encodingByMark } from './encoding.ts';

/** First bytes by which a kind of file is known, in Latin-1. */
const MAGIC: readonly (readonly [start: string, kind: string])[] = [
  ['\x89PNG\r\n\x1a\n', 'a PNG image'],
  ['\xff\xd8\xff', 'a JPEG image'],
  ['GIF87a', 'a GIF image'],
  ['GIF89a', 'a GIF image'],
  ['%PDF-', 'a PDF document'],
  ['PK\x03\x04', 'a zip archive (or a format built on it)'],
  ['\x1f\x8b', 'a gzip archive'],
  ['BZh', 'a bzip2 archive'],
  ['\xfd7zXZ\x00', 'an xz archive'],
  ['\x28\xb5\x2f\xfd', 'a zstd archive'],
  ['\x7fELF', 'a program (ELF)'],
  ['SQLite format 3\x00', 'a SQLite database'],
];

/**
 * What kind of file this is when it is no text: judged by content, as a name says nothing.
 * `undefined` for text. NUL is no part of text unless a mark says UTF-16.
 */
export function binaryKind(bytes: Buffer): string | undefined {
  const head = bytes.toString('latin1', 0, 16);
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'a WebP image';
  const known = MAGIC.find(([start]) => head.startsWith(start) && !isPlainWord(start, bytes));
  if (known) return known[1];
  if (encodingByMark(bytes).name.startsWith('utf-16')) return undefined;
  if (bytes.includes(0)) return 'a binary file (it holds NUL bytes)';
  return isMostlyControls(bytes) ? 'a binary file (mostly control characters)' : undefined;
}

/** `BZh` may begin a text: an archive has other bytes than letters soon after. */
function isPlainWord(start: string, bytes: Buffer): boolean {
  return /^[A-Za-z0-9]+$/.test(start) && !/[^\t\n\r -~]/.test(bytes.toString('latin1', 0, 64));
}

function isMostlyControls(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 8192);
  let controls = 0;
  for (const byte of head) {
    // Tab, line feed, form feed, carriage return, backspace and escape (colours) occur in text.
    if (byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b) controls += 1;
  }
  return controls * 10 > head.length;
}
