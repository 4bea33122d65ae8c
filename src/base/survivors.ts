import { readdirSync, readFileSync } from 'node:fs';

/** In the environment of every child: says which run it belongs to. No secret. */
export const RUN_VARIABLE = 'UNATTENDED_RUN';

/** A survivor that forks faster than it is ended is given up on after so many looks. */
const LOOKS = 5;

/**
 * Ends every process that still carries the run in its environment, also one that left its process
 * group (`setsid`, a daemon): nothing of a run goes on working when its result is measured. A process
 * that emptied its environment is not found. Only Linux shows environments; elsewhere nothing is done.
 */
export function endSurvivors(run: string): void {
  if (process.platform !== 'linux') return;
  for (let look = 0; look < LOOKS; look++) {
    const found = survivors(`${RUN_VARIABLE}=${run}`);
    if (found.length === 0) return;
    for (const pid of found) end(pid);
  }
}

function survivors(entry: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .filter((name) => carries(name, entry))
    .map(Number);
}

/** A process that has ended and waits to be collected has an empty environment. */
function carries(pid: string, entry: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(entry);
  } catch {
    // It has ended, or belongs to another user.
    return false;
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}
