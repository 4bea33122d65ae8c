import { spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  mkdtempSync,
  openSync,
  rmdirSync,
  unlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The ends of a pipe: descriptors of this process. A child gets one only where `spawn` is told so. */
export interface RealPipe {
  readonly read: number;
  readonly write: number;
}

/** The system's own, which no checkout and no PATH entry can change. */
const MKFIFO = ['/usr/bin/mkfifo', '/bin/mkfifo'];
/** How many one `mkfifo` makes; a call takes two. Each waits as one descriptor. */
const BATCH = 64;
const GIVE_UP_MS = 5000;

/** Opened for both directions, their names gone. Each is used once: an old writer may live on. */
const spare: number[] = [];

/**
 * A pipe for a child's output. What Node makes for it is a socket, and a program that opens
 * `/dev/stdout` or `/dev/stderr` by name then fails with ENXIO on Linux. Not for input: opened by
 * name, a FIFO waits for a writer, and ours may have written all and be gone.
 * `undefined`: not to be had here (no `mkfifo`, a full disk, too many open files), or not needed: on
 * macOS opening `/dev/stderr` duplicates the descriptor, whatever it is.
 */
export function realPipe(): RealPipe | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    if (spare.length === 0) spare.push(...makeFifos());
    const fifo = spare.pop();
    return fifo === undefined ? undefined : endsOf(fifo);
  } catch {
    return undefined;
  }
}

/** Makes pipes ahead, where that may fail: the first call then need not wait for `mkfifo`. */
export function preparePipes(): void {
  try {
    if (process.platform === 'linux' && spare.length === 0) spare.push(...makeFifos());
  } catch {
    // The first call tries again, and can do without.
  }
}

/**
 * One process makes them all. It is waited for, so that the names are gone again before anything else
 * happens here: nothing is left to remove at the end, and a command hardly gets a chance to open them.
 */
function makeFifos(): number[] {
  const mkfifo = MKFIFO.find(existsSync);
  if (mkfifo === undefined) return [];
  const folder = privateFolder();
  const names = Array.from({ length: BATCH }, (_, index) => join(folder, String(index)));
  const fifos: number[] = [];
  try {
    spawnSync(mkfifo, ['-m', '600', '--', ...names], {
      env: {},
      stdio: 'ignore',
      timeout: GIVE_UP_MS,
      killSignal: 'SIGKILL',
    });
    for (const name of names) fifos.push(openFifo(name));
    return fifos;
  } catch (error) {
    // All or none: descriptors may be short, and others need some too.
    for (const fifo of fifos) closeSync(fifo);
    throw error;
  } finally {
    remove(folder, names);
  }
}

function privateFolder(): string {
  try {
    // In memory: on a disk, making so many takes several times as long.
    return mkdtempSync('/dev/shm/unattended-pipes-');
  } catch {
    return mkdtempSync(join(tmpdir(), 'unattended-pipes-'));
  }
}

function openFifo(name: string): number {
  // Linux opens a FIFO for both directions at once, without waiting for another side.
  const fifo = openSync(name, constants.O_RDWR | constants.O_NOFOLLOW);
  if (fstatSync(fifo).isFIFO()) return fifo;
  closeSync(fifo);
  throw new Error(`${name} is no FIFO`);
}

/** Not by looking into the folder: that takes a descriptor, which may be what is short. */
function remove(folder: string, names: readonly string[]): void {
  for (const name of names) attempt(() => unlinkSync(name));
  attempt(() => rmdirSync(folder));
}

function attempt(act: () => void): void {
  try {
    act();
  } catch {
    // Never made, or somebody put something beside: then the folder stays.
  }
}

/** Opened anew by the descriptor, which nobody can exchange; neither waits, as both sides are open. */
function endsOf(fifo: number): RealPipe {
  const opened: number[] = [];
  try {
    const read = openSync(`/proc/self/fd/${fifo}`, constants.O_RDONLY);
    opened.push(read);
    return { read, write: openSync(`/proc/self/fd/${fifo}`, constants.O_WRONLY) };
  } catch (error) {
    for (const end of opened) closeSync(end);
    throw error;
  } finally {
    closeSync(fifo);
  }
}
