/** What the bytes 0x80 to 0x9F mean; all others are the code point of the same number (Encoding Standard). */
const HIGH =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/**
 * Decodes bytes that are no UTF-8. Every byte has a character of its own, so that encoding gives the
 * same bytes back. (Our own table: `TextDecoder` of several Node releases decodes this as Latin-1.)
 */
export function decodeWindows1252(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (c) => HIGH[c.charCodeAt(0) - 128] ?? c);
}

/** The bytes of a text, or the first character that has none. */
export function encodeWindows1252(text: string): { bytes: Buffer } | { missing: string } {
  const bytes = Buffer.alloc(text.length);
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const high = code > 0x7f ? HIGH.indexOf(text.charAt(index)) : -1;
    if (high === -1 && (code > 0xff || (code >= 0x80 && code < 0xa0)))
      return { missing: String.fromCodePoint(text.codePointAt(index) ?? code) };
    bytes[index] = high === -1 ? code : 0x80 + high;
  }
  return { bytes };
}
