import { closeSync, openSync, readSync } from 'node:fs';

/** As much as ripgrep looks at before it calls a file binary, bytes. */
const LOOKED_AT = 65_536;

/** Whether ripgrep takes a file for binary: a NUL near its beginning, unless it is marked as UTF-16. */
export function looksBinary(path: string): boolean {
  try {
    const file = openSync(path, 'r');
    try {
      const buffer = Buffer.alloc(LOOKED_AT);
      const bytes = buffer.subarray(0, readSync(file, buffer, 0, LOOKED_AT, 0));
      const mark = bytes.length > 1 ? bytes.readUInt16BE(0) : 0;
      return mark !== 0xfffe && mark !== 0xfeff && bytes.includes(0);
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}
