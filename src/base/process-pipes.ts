import type { Readable } from 'node:stream';
import type { BoundedBuffer } from './bounded-buffer.ts';
import type { PipedChild } from './spawn-piped.ts';

/** The output of a child that is being drained. */
export interface Pipes {
  /** Resolves when every writer has closed standard output and error. */
  readonly closed: Promise<unknown>;
  destroy(): void;
}

/** Reads standard output, error and the note (descriptor 3) as they come. */
export function readPipes(
  child: PipedChild,
  kept: Readonly<Record<'stdout' | 'stderr' | 'note', BoundedBuffer>>,
  onChunk: ((chunk: Buffer, stream: 'stdout' | 'stderr') => void) | undefined,
): Pipes {
  const outputs = (['stdout', 'stderr'] as const).map((name) => {
    const stream = child[name];
    stream?.on('data', (chunk: Buffer) => {
      kept[name].add(chunk);
      onChunk?.(chunk, name);
    });
    return stream;
  });
  child.note?.on('data', (chunk: Buffer) => kept.note.add(chunk));
  const streams = [...outputs, child.note].filter((stream) => stream !== null);
  for (const stream of streams) stream.on('error', () => {});
  return {
    closed: Promise.all(outputs.map((stream) => stream && closeOf(stream))),
    destroy: () => {
      for (const stream of streams) stream.destroy();
    },
  };
}

/** Writes all of the input and closes it; `undefined`: there is none. */
export function feedInput(child: PipedChild, text: string | undefined): void {
  if (text === undefined) return;
  // A program that ends without reading its input is no error of ours (EPIPE).
  child.stdin?.on('error', () => {});
  child.stdin?.end(text);
}

function closeOf(stream: Readable): Promise<void> {
  return new Promise((resolve) => stream.once('close', () => resolve()));
}
