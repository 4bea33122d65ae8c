import { closeSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';

const CHUNK = 65_536;
const LF = 10;

/** One complete line of a file. */
export interface FileLine {
  readonly text: string;
  /** Bytes from the start of the file to behind its line break. */
  readonly end: number;
}

/** The complete lines of a file, one in memory at a time; what stands behind the last line break is left out. */
export function* readLines(path: string): Generator<FileLine> {
  const descriptor = openSync(path, 'r');
  try {
    const chunk = Buffer.alloc(CHUNK);
    let parts: Buffer[] = [];
    let offset = 0;
    for (let size = readSync(descriptor, chunk); size > 0; size = readSync(descriptor, chunk)) {
      let from = 0;
      for (let at = chunk.indexOf(LF); at >= 0 && at < size; at = chunk.indexOf(LF, from)) {
        parts.push(chunk.subarray(from, at));
        yield { text: Buffer.concat(parts).toString('utf8'), end: offset + at + 1 };
        parts = [];
        from = at + 1;
      }
      // A copy: the chunk is read into again.
      parts.push(Buffer.from(chunk.subarray(from, size)));
      offset += size;
    }
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Writes the lines of a file of JSON lines as one JSON array, a line each, under another name first,
 * so that readers see a whole file or none. Lines that `keep` refuses are left out.
 */
export function writeLinesAsArray(
  from: string,
  to: string,
  keep: (line: string) => boolean = () => true,
): void {
  const temporary = `${to}.${process.pid}.tmp`;
  const descriptor = openSync(temporary, 'w', 0o600);
  try {
    let separator = '[\n';
    let pending = '';
    for (const { text } of readLines(from)) {
      if (!keep(text)) continue;
      pending += separator + text;
      separator = ',\n';
      if (pending.length < CHUNK) continue;
      writeWhole(descriptor, pending);
      pending = '';
    }
    writeWhole(descriptor, pending + (separator === '[\n' ? '[]\n' : '\n]\n'));
  } catch (thrown) {
    rmSync(temporary, { force: true });
    throw thrown;
  } finally {
    closeSync(descriptor);
  }
  renameSync(temporary, to);
}

/**
 * Writes all of a text. A disk that fills up takes a part of it at first, and says so only at the next try.
 * @throws the system's error.
 */
function writeWhole(descriptor: number, text: string): void {
  const bytes = Buffer.from(text, 'utf8');
  let at = 0;
  while (at < bytes.length) at += writeSync(descriptor, bytes, at);
}
