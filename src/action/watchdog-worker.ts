import { workerData } from 'node:worker_threads';
import { sayLastWords } from './last-words.ts';
import type { Watch } from './watchdog.ts';

// The whole of a thread beside the run. Its timer goes off also when the process is stuck in a loop,
// where no timer and no signal handler of its own is ever called again.
const { ms, ...words } = workerData as Watch;
setTimeout(() => {
  sayLastWords(words);
  process.kill(process.pid, 'SIGKILL');
}, ms);
