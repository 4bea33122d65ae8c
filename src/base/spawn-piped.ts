import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { realPipe } from './real-pipe.ts';

/** A child and our ends of its streams; `null`: it has no such stream. */
export interface PipedChild {
  readonly process: ChildProcess;
  readonly stdin: Writable | null;
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;
  /** Descriptor 3. */
  readonly note: Readable | null;
}

/** Which streams there are besides standard output and error. */
interface Streams {
  /** Without it, standard input is the null device. */
  readonly stdin: boolean;
  readonly note: boolean;
}

/** An output of the child: its end for `spawn`, and ours where `spawn` does not make it. */
interface Output {
  readonly stdio: number | 'pipe';
  readonly ours?: Socket;
}

/**
 * `spawn` whose standard output and error are real pipes where they can be had, sockets elsewhere.
 * A child that can't be started: an `error` event of the process or thrown, as `spawn` does, and
 * nothing stays open. Standard input and the note are sockets.
 */
export function spawnPiped(
  argv: readonly [string, ...string[]],
  options: Omit<SpawnOptions, 'stdio'>,
  streams: Streams,
): PipedChild {
  const [program, ...rest] = argv;
  const out = output();
  const err = output();
  const destroy = () => {
    for (const { ours } of [out, err]) ours?.destroy();
  };
  try {
    const input = streams.stdin ? 'pipe' : 'ignore';
    const note = streams.note ? (['pipe'] as const) : [];
    const child = spawn(program, rest, {
      ...options,
      stdio: [input, out.stdio, err.stdio, ...note],
    });
    child.once('error', destroy);
    // A child that can't be started for want of descriptors has no streams at all.
    return {
      process: child,
      stdin: child.stdin ?? null,
      stdout: out.ours ?? child.stdout ?? null,
      stderr: err.ours ?? child.stderr ?? null,
      note: (child.stdio?.[3] as Readable | undefined) ?? null,
    };
  } catch (error) {
    destroy();
    throw error;
  } finally {
    // The child has its own by now. One that stayed open here would keep its output from ending.
    for (const { stdio } of [out, err]) if (stdio !== 'pipe') closeSync(stdio);
  }
}

function output(): Output {
  const pipe = realPipe();
  if (!pipe) return { stdio: 'pipe' };
  return { stdio: pipe.write, ours: new Socket({ fd: pipe.read, writable: false }) };
}
