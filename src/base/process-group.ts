import type { ChildProcess } from 'node:child_process';
import { boundedBuffer } from './bounded-buffer.ts';
import { groupRuns, signalGroup } from './kill-group.ts';
import { feedInput, type Pipes, readPipes } from './process-pipes.ts';
import { type PipedChild, spawnPiped } from './spawn-piped.ts';

export interface ProcessRequest {
  /** Program and arguments; no shell. The program should be an absolute path. */
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  /** The whole environment of the child: nothing of ours is added. */
  readonly env: Readonly<Record<string, string>>;
  /** Written to its standard input, then closed. Absent: the null device. */
  readonly stdin?: string | undefined;
  /** ms from the start; then the whole group is ended. */
  readonly timeoutMs: number;
  /** Ends the whole group when it fires. */
  readonly signal?: AbortSignal | undefined;
  /** Gets every piece of output as it comes. Must not throw, and must not hold on to it all. */
  readonly onChunk?: ((chunk: Buffer, stream: 'stdout' | 'stderr') => void) | undefined;
  /** How many bytes of each stream are kept (the first ones). Default 1 MiB; 0 keeps none. */
  readonly maxBuffered?: number | undefined;
  /** Opens descriptor 3 for the child to write a short note to; read up to 64 KiB. */
  readonly note?: boolean | undefined;
}

export interface ProcessResult {
  /** `null`: a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly timedOut: boolean;
  /** `signal` fired before it had ended. */
  readonly aborted: boolean;
  /** The program ended by itself and left others of its group running, which were ended. */
  readonly leftOthers: boolean;
  /** The first `maxBuffered` bytes, as UTF-8. */
  readonly stdout: string;
  readonly stderr: string;
  /** More came than was kept. */
  readonly truncated: boolean;
  /** What came over descriptor 3; empty without `note`. */
  readonly note: string;
  readonly durationMs: number;
}

const NOTE_BYTES = 65_536;
/** Time for filters (`> >(tee x)`) to finish after the program, ms. */
const SETTLE_MS = 150;
/** Time between the polite signal and the hard one, ms. */
const GRACE_MS = 400;

/**
 * Runs a program in a process group of its own and comes back when the program has ended and its
 * group is gone: children in the background, in pipelines or orphaned are ended too, politely first.
 * A descendant that left the group (`setsid`) lives on, but can't keep the call waiting: after a
 * short grace its pipes are closed. Output is drained all the time, so nothing blocks on a full pipe.
 * @throws Error of the system when the program can't be started (`code` ENOENT, EACCES, E2BIG …).
 */
export async function runProcess(request: ProcessRequest): Promise<ProcessResult> {
  const started = performance.now();
  if (request.signal?.aborted) return notStarted();
  const limit = request.maxBuffered ?? 1_048_576;
  const kept = { stdout: boundedBuffer(limit), stderr: boundedBuffer(limit) };
  const note = boundedBuffer(NOTE_BYTES);
  const child = start(request);
  const pipes = readPipes(child, { ...kept, note }, request.onChunk);
  const leader = await pidOf(child.process);
  const ended = endOf(child.process);
  feedInput(child, request.stdin);

  const cause = await firstOf(ended, request);
  const ownEnd = cause === 'exit';
  const hadToEnd = await endGroup(leader, pipes, ownEnd);
  const end = await ended;
  return {
    ...end,
    timedOut: cause === 'timeout',
    aborted: cause === 'abort',
    leftOthers: ownEnd && hadToEnd,
    stdout: kept.stdout.text(),
    stderr: kept.stderr.text(),
    truncated: kept.stdout.overflowed() || kept.stderr.overflowed(),
    note: note.text(),
    durationMs: performance.now() - started,
  };
}

function start(request: ProcessRequest): PipedChild {
  const options = {
    cwd: request.cwd,
    env: { ...request.env },
    // A group (on POSIX a session) of its own: the one handle that reaches every descendant.
    detached: process.platform !== 'win32',
    windowsHide: true,
  };
  const streams = { stdin: request.stdin !== undefined, note: request.note ?? false };
  return spawnPiped(request.argv, options, streams);
}

function pidOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    if (child.pid !== undefined) resolve(child.pid);
  });
}

function endOf(child: ChildProcess): Promise<Pick<ProcessResult, 'exitCode' | 'signal'>> {
  return new Promise((resolve) => {
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }));
  });
}

function firstOf(
  ended: Promise<unknown>,
  request: ProcessRequest,
): Promise<'exit' | 'timeout' | 'abort'> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => done('timeout'), Math.min(request.timeoutMs, 2_147_483_647));
    const onAbort = () => done('abort');
    const done = (cause: 'exit' | 'timeout' | 'abort') => {
      clearTimeout(timer);
      request.signal?.removeEventListener('abort', onAbort);
      resolve(cause);
    };
    request.signal?.addEventListener('abort', onAbort);
    void ended.then(() => done('exit'));
  });
}

/** Sees the whole group off: filters may finish, then the polite signal, then the hard one. Was one needed? */
async function endGroup(leader: number, pipes: Pipes, mayFinish: boolean): Promise<boolean> {
  if (mayFinish && (await settled(leader, pipes, SETTLE_MS))) return false;
  let signalled = false;
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (!groupRuns(leader)) break;
    signalGroup(leader, signal);
    signalled = true;
    if (await settled(leader, pipes, GRACE_MS)) return true;
  }
  // Only somebody who left the group can still hold the pipes.
  pipes.destroy();
  return signalled;
}

/** Waits until the group is gone and its pipes are closed, `ms` at most; false: it is not. */
async function settled(leader: number, pipes: Pipes, ms: number): Promise<boolean> {
  const deadline = performance.now() + ms;
  const closed = await within(pipes.closed, ms);
  while (groupRuns(leader)) {
    if (performance.now() > deadline) return false;
    await within(new Promise(() => {}), 10);
  }
  return closed;
}

/**
 * Whether the promise settles within `ms`, or in the turns of the event loop right after: in a busy
 * process the time may be over before it has come to read what has long been there.
 */
function within(promise: Promise<unknown>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    // One turn reads what is left, one sees the end, one closes.
    const timer = setTimeout(() => afterTurns(3, () => resolve(false)), ms);
    void promise.then(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}

function afterTurns(turns: number, then: () => void): void {
  setImmediate(() => (turns > 1 ? afterTurns(turns - 1, then) : then()));
}

function notStarted(): ProcessResult {
  return {
    exitCode: null,
    signal: null,
    timedOut: false,
    aborted: true,
    leftOthers: false,
    stdout: '',
    stderr: '',
    truncated: false,
    note: '',
    durationMs: 0,
  };
}
