import { countOf } from '../../base/text.ts';
import { headOf, printable, tailOf } from './printable.ts';
import { openSpillFile, type SpillFile } from './spill-file.ts';

/** The longest output that is shown whole, characters. */
const INLINE_CHARS = 30_000;
/** What is kept in memory before output goes to disk, bytes. */
const MEMORY_BYTES = 131_072;
/** What is shown of a longer output, bytes: the end of a log mostly says more than its beginning. */
const HEAD_BYTES = 4_000;
const TAIL_BYTES = 6_000;

interface ShownOutput {
  /** All of it, or its beginning and end with a line between them that says what is missing. */
  readonly text: string;
  /** The file that holds the whole output, when the text does not. */
  readonly path: string | undefined;
  /** Bytes of the whole output. */
  readonly bytes: number;
  readonly problem: string | undefined;
}

/** Takes the output of a command as it comes: bounded in memory, whole on disk once it is long. */
export interface CommandOutput {
  add(chunk: Buffer): void;
  size(): { readonly outputBytes: number; readonly lines: number };
  /** Ends it. */
  finish(): ShownOutput;
}

/** Where long output goes, and what takes secrets out of it on the way. */
export interface OutputPlace {
  readonly folder: string;
  /** Name of the file, without ending. */
  readonly id: string;
  readonly cleaner: { push(text: string): string; end(): string } | undefined;
}

export function commandOutput(place: OutputPlace): CommandOutput {
  let kept: Buffer[] = [];
  let head = Buffer.alloc(0);
  const recent: Buffer[] = [];
  let recentBytes = 0;
  let file: SpillFile | undefined;
  let outputBytes = 0;
  let lines = 0;

  const spill = () => {
    file = openSpillFile(place.folder, place.id);
    for (const chunk of kept) write(chunk);
    kept = [];
  };
  // Latin-1 keeps every byte as it is; secrets are ASCII.
  const write = (chunk: Buffer) =>
    file?.write(
      place.cleaner ? Buffer.from(place.cleaner.push(chunk.toString('latin1')), 'latin1') : chunk,
    );
  return {
    add(chunk) {
      outputBytes += chunk.length;
      lines += lineEnds(chunk);
      // A copy: a slice would keep the whole chunk alive.
      if (head.length < HEAD_BYTES * 2) head = Buffer.concat([head, chunk.subarray(0, 8192)]);
      recent.push(chunk);
      recentBytes += chunk.length;
      while (recentBytes - (recent[0]?.length ?? 0) >= TAIL_BYTES * 2)
        recentBytes -= recent.shift()?.length ?? 0;
      if (file) write(chunk);
      else kept.push(chunk);
      if (!file && outputBytes > MEMORY_BYTES) spill();
    },
    size: () => ({ outputBytes, lines }),
    finish() {
      const whole = file ? undefined : printable(Buffer.concat(kept));
      if (whole !== undefined && whole.length <= INLINE_CHARS)
        return { text: whole, path: undefined, bytes: outputBytes, problem: undefined };
      if (!file) spill();
      if (place.cleaner) file?.write(Buffer.from(place.cleaner.end(), 'latin1'));
      file?.close();
      const first = headOf(whole ?? printable(head), HEAD_BYTES);
      const last = tailOf(whole ?? printable(Buffer.concat(recent)), TAIL_BYTES);
      return {
        text: `${first}\n\n${gap(outputBytes, lines, file?.path)}\n\n${last}`,
        path: file?.path,
        bytes: outputBytes,
        problem: file?.problem(),
      };
    },
  };
}

function gap(bytes: number, lines: number, path: string | undefined): string {
  const size = `${countOf(bytes, 'byte')}, ${countOf(lines, 'line')}`;
  return `[… shown are the beginning and the end of ${size}${path ? `; the whole output is in ${path}` : ''} …]`;
}

function lineEnds(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) count += 1;
  return count;
}
