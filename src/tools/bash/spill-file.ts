import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../base/errors.ts';

/** Larger outputs are cut on disk too: a runner's disk is shared with the job, bytes. */
const MAX_FILE_BYTES = 268_435_456;

/** A file that takes output too long to keep in memory. Failures are told by `problem`, never thrown. */
export interface SpillFile {
  write(chunk: Buffer): void;
  close(): void;
  /** `undefined`: it could not be made. */
  readonly path: string | undefined;
  /** Why the file does not hold everything; `undefined`: it does. */
  problem(): string | undefined;
}

/** Opens `<folder>/<id>.txt`, or `<id>-2.txt` and so on where that is taken. */
export function openSpillFile(folder: string, id: string): SpillFile {
  let problem: string | undefined;
  let room = MAX_FILE_BYTES;
  let file: { readonly fd: number; readonly path: string } | undefined;
  try {
    file = create(folder, id.replace(/[^\w-]/g, '_').slice(0, 100));
  } catch (error) {
    problem = `The whole output could not be written to disk: ${messageOf(error)}.`;
  }
  return {
    path: file?.path,
    problem: () => problem,
    close: () => file && closeSync(file.fd),
    write(chunk) {
      if (!file || problem !== undefined) return;
      if (chunk.length > room) problem = 'The file holds the first 256 MiB of the output only.';
      try {
        const part = chunk.subarray(0, room);
        for (let at = 0; at < part.length; ) at += writeSync(file.fd, part, at);
        room -= part.length;
      } catch (error) {
        problem = `The file is not complete: ${messageOf(error)}.`;
      }
    },
  };
}

function create(folder: string, id: string): { fd: number; path: string } {
  mkdirSync(folder, { recursive: true });
  for (let number = 1; ; number += 1) {
    const path = join(folder, `${id}${number === 1 ? '' : `-${number}`}.txt`);
    try {
      // `x` follows no link: an earlier command may have laid one here.
      return { fd: openSync(path, 'wx', 0o600), path };
    } catch (error) {
      const taken = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      if (!taken || number === 100) throw error;
    }
  }
}
