import { ToolRefusal } from '../../tool/refusal.ts';
import { decodeWindows1252, encodeWindows1252 } from './windows-1252.ts';

/** How a text stands in its file: enough to write it back byte for byte. */
export interface Encoding {
  readonly name: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  readonly bom: boolean;
}

export const UTF_8: Encoding = { name: 'utf-8', bom: false };

export interface DecodedText {
  /** Without the byte-order mark. */
  readonly text: string;
  readonly encoding: Encoding;
}

/** The encoding that the first bytes tell: by byte-order mark, else UTF-8 until proven otherwise. */
export function encodingByMark(bytes: Buffer): Encoding {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    return { name: 'utf-8', bom: true };
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { name: 'utf-16le', bom: true };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { name: 'utf-16be', bom: true };
  return UTF_8;
}

/** Bytes that the mark takes. */
export function markLength(encoding: Encoding): number {
  if (!encoding.bom) return 0;
  return encoding.name === 'utf-8' ? 3 : 2;
}

/**
 * Decodes without loss: what `encodeText` makes of the answer is the same bytes. Bytes that are no
 * UTF-8 are read as windows-1252. `undefined`: UTF-16 with half a character at its end.
 */
export function decodeText(bytes: Buffer): DecodedText | undefined {
  const encoding = encodingByMark(bytes);
  const body = bytes.subarray(markLength(encoding));
  if (encoding.name === 'utf-8') return decodeUtf8(body, encoding);
  if (body.length % 2 === 1) return undefined;
  const little = encoding.name === 'utf-16be' ? Buffer.from(body).swap16() : body;
  return { text: little.toString('utf16le'), encoding };
}

/** @throws ToolRefusal for a character that the encoding doesn't have. */
export function encodeText(text: string, encoding: Encoding): Buffer {
  if (encoding.name === 'utf-16le' || encoding.name === 'utf-16be') {
    const bytes = Buffer.from(encoding.bom ? `\ufeff${text}` : text, 'utf16le');
    return encoding.name === 'utf-16be' ? bytes.swap16() : bytes;
  }
  if (encoding.name === 'windows-1252') {
    const encoded = encodeWindows1252(text);
    if ('bytes' in encoded) return encoded.bytes;
    throw new ToolRefusal(
      `The file is not UTF-8 but windows-1252, which has no ${JSON.stringify(encoded.missing)} (${codePoint(encoded.missing)}). Use characters it has, or convert the file to UTF-8 first.`,
    );
  }
  const lone = /\p{Surrogate}/u.exec(text);
  if (lone)
    throw new ToolRefusal(
      `The new text holds half of a surrogate pair (${codePoint(lone[0])}), which no UTF-8 file can hold. Send the whole character.`,
    );
  return Buffer.from(encoding.bom ? `\ufeff${text}` : text, 'utf8');
}

/** `U+00A0` */
export function codePoint(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

function decodeUtf8(body: Buffer, encoding: Encoding): DecodedText {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return { text: decoder.decode(body), encoding };
  } catch {
    // The mark, if any, is then not one: its bytes belong to the text.
    const marked = encoding.bom ? Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body]) : body;
    return { text: decodeWindows1252(marked), encoding: { name: 'windows-1252', bom: false } };
  }
}
