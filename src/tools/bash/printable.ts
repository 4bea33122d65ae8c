import { stripVTControlCharacters } from 'node:util';

/** Output as text that can be shown: no terminal codes, one kind of line end, no control characters. */
export function printable(bytes: Buffer): string {
  return stripVTControlCharacters(bytes.toString('utf8'))
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '\u{fffd}');
}

/** The first lines of a text, `maxBytes` of UTF-8 at most; a longer first line is cut. */
export function headOf(text: string, maxBytes: number): string {
  const cut = whole(Buffer.from(text.slice(0, maxBytes)).subarray(0, maxBytes));
  const line = cut.lastIndexOf('\n');
  return line > cut.length / 2 ? cut.slice(0, line) : cut;
}

/** The last lines of a text, likewise. */
export function tailOf(text: string, maxBytes: number): string {
  const cut = whole(Buffer.from(text.slice(-maxBytes)).subarray(-maxBytes));
  const line = cut.indexOf('\n');
  return line >= 0 && line < cut.length / 2 ? cut.slice(line + 1) : cut;
}

/** Without the halves of characters at both ends. */
function whole(bytes: Buffer): string {
  return bytes.toString('utf8').replace(/^\u{fffd}{1,3}|\u{fffd}{1,3}$/gu, '');
}
