import type { ChildProcess } from 'node:child_process';
import { groupRuns, signalGroup } from '../../base/kill-group.ts';

/** Time for a server to end when its input is closed, and between the polite signal and the hard one, ms. */
const GRACE_MS = 400;
const LOOK_MS = 10;

/** Sees a server off with all it started: its input closes, then the polite signal, then the hard one. */
export async function endServer(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  child.stdin?.end();
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (await isGone(pid)) return;
    signalGroup(pid, signal);
  }
  await isGone(pid);
}

async function isGone(leader: number): Promise<boolean> {
  const deadline = performance.now() + GRACE_MS;
  while (groupRuns(leader)) {
    if (performance.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return true;
}
