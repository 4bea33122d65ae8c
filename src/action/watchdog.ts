import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { LastWords } from './last-words.ts';

/** What the thread gets: when to go off, and what to do then. */
export interface Watch extends LastWords {
  /** From its start, ms. */
  readonly ms: number;
}

/** Timers hold no more. */
const MOST_MS = 2_147_483_647;

/**
 * Watches from a thread of its own that the process is gone after `ms`, and kills it otherwise: the
 * last resort, for a process whose event loop is stuck. It keeps nobody from leaving.
 * @returns calls it off.
 */
export function startWatchdog(watch: Watch): () => void {
  const worker = new Worker(workerFile(), {
    workerData: { ...watch, ms: Math.min(watch.ms, MOST_MS) } satisfies Watch,
    env: {},
    // What was loaded before the run has no business in here.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16 },
  });
  worker.unref();
  // Without it a run still has its own clock.
  worker.on('error', () => {});
  return () => void worker.terminate();
}

/** Beside this module: its source, or in the bundle a file of its own there or one folder up. */
function workerFile(): URL {
  const names = import.meta.url.endsWith('.ts')
    ? ['./watchdog-worker.ts']
    : ['./watchdog-worker.js', '../watchdog-worker.js'];
  const files = names.map((name) => new URL(name, import.meta.url));
  const found = files.find((file) => existsSync(file));
  if (!found) throw new Error('The watchdog (watchdog-worker.js) is missing from the bundle.');
  return found;
}
