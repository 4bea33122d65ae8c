import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { RgEnd, RgRun } from './rg-run.ts';

/** What the worker sends: pieces of output, and the exit code as the end of a task. */
export type WorkerMessage =
  | { readonly stdout: Uint8Array }
  | { readonly stderr: Uint8Array }
  | { readonly code: number };

/** What the worker is sent. */
export interface WorkerTask {
  readonly args: readonly string[];
  readonly cwd: string;
}

/** A worker that waits for its next task, by the folder it keeps its code in: starting costs more than a search. */
const waiting = new Map<string, Worker>();

/**
 * Runs the wasm build of ripgrep, which blocks the thread it runs on: in a worker, whose end is the
 * only way to cancel it.
 */
export function runRgWasm(run: RgRun): Promise<RgEnd> {
  return new Promise((resolve, reject) => {
    const worker = waiting.get(run.scratch) ?? newWorker(run.scratch);
    waiting.delete(run.scratch);
    const errors: Uint8Array[] = [];
    const onMessage = (message: WorkerMessage) => {
      if ('stdout' in message) run.onOutput(message.stdout);
      else if ('stderr' in message) errors.push(message.stderr);
      else {
        end(message.code);
        keep(worker, run.scratch);
      }
    };
    const onExit = () => end(2);
    const end = (code: number) => {
      run.signal.removeEventListener('abort', stop);
      worker.off('message', onMessage).off('error', reject).off('exit', onExit);
      resolve({ code, errors: Buffer.concat(errors).toString('utf8') });
    };
    const stop = () => {
      void worker.terminate();
      end(2);
    };
    worker.on('message', onMessage).on('error', reject).on('exit', onExit);
    run.signal.addEventListener('abort', stop);
    if (run.signal.aborted) return stop();
    worker.ref();
    const task: WorkerTask = { args: run.args, cwd: run.cwd };
    worker.postMessage(task);
  });
}

function newWorker(scratch: string): Worker {
  const worker = new Worker(workerFile(), {
    // It keeps its decoded code in the temporary folder; in the shared one anybody could lay
    // another program in its place.
    env: { TMPDIR: scratch, TEMP: scratch, TMP: scratch },
  });
  const forget = () => {
    if (waiting.get(scratch) === worker) waiting.delete(scratch);
  };
  return worker.on('error', forget).on('exit', forget);
}

/** One worker waits; it keeps nobody from leaving. */
function keep(worker: Worker, scratch: string): void {
  worker.unref();
  if (waiting.has(scratch)) void worker.terminate();
  else waiting.set(scratch, worker);
}

/** Beside this module: its source, or in the bundle a file of its own there or one folder up. */
function workerFile(): URL {
  const names = import.meta.url.endsWith('.ts')
    ? ['./grep-worker.ts']
    : ['./grep-worker.js', '../grep-worker.js'];
  const files = names.map((name) => new URL(name, import.meta.url));
  const found = files.find((file) => existsSync(file));
  if (!found) throw new Error('The search worker (grep-worker.js) is missing from the bundle.');
  return found;
}
