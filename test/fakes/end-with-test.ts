import type { ChildProcess } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { endSurvivors } from '../../src/base/survivors.ts';

/**
 * Ends a job's process with the test that started it, also when that fails or takes too long: its group,
 * and whatever has left it and still knows its run by a variable. The process has to lead a group
 * (`detached`). Outside of a test the caller waits for it.
 * @param temporary the runner's temporary folder.
 */
export function endWithTest(child: ChildProcess, temporary: string | undefined): void {
  const { pid } = child;
  if (pid === undefined) return;
  const end = () => {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // All of it is gone.
    }
    const runs = join(temporary ?? '', 'unattended');
    if (temporary === undefined || !existsSync(runs)) return;
    for (const run of readdirSync(runs)) endSurvivors(run);
  };
  try {
    onTestFinished(end);
  } catch {
    child.once('close', end);
  }
}
