import { Session } from 'node:inspector';
import { workerData } from 'node:worker_threads';
import { sayLastWords } from './last-words.ts';
import type { Watch } from './watchdog.ts';

/** What a loop in our own code takes to be interrupted, with time to spare, ms. */
const EXIT_MS = 250;

// The whole of a thread beside the run. Its timer goes off also when the process is stuck in a loop,
// where no timer and no signal handler of its own is ever called again.
const { ms, ...words } = workerData as Watch;
setTimeout(() => {
  sayLastWords(words);
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), EXIT_MS);
  exitFromInside(words.ended.conclusion === 'failure' ? 1 : 0);
}, ms);

/**
 * A thread can't choose the exit code of its process, but it can have the stuck one do so: the inspector
 * interrupts scripts (Node docs, `session.connectToMainThread()`; no port is opened). Never throws:
 * where it does not work, the process is killed.
 */
function exitFromInside(code: 0 | 1): void {
  try {
    const session = new Session();
    session.connectToMainThread();
    // Node would tell stderr that it waits for a debugger.
    const silence = "try { process.getBuiltinModule('node:fs').closeSync(2) } catch {}";
    session.post('Runtime.evaluate', { expression: `${silence} process.reallyExit(${code})` });
  } catch {
    // Killed in a moment.
  }
}
