import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * Sends a signal to every process of a group. `leader` is the process id that `spawn` gave for a
 * `detached` child. A group that is gone is no error. On Windows, which has no groups, the tree of
 * the process is ended whatever the signal.
 */
export function signalGroup(leader: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (process.platform === 'win32') {
    execFile('taskkill', ['/pid', String(leader), '/T', '/F'], () => {});
    return;
  }
  try {
    process.kill(-leader, signal);
  } catch {
    // ESRCH: all gone. EPERM: what is left runs as somebody else and is not ours to end.
  }
}

/** Whether a process of the group still runs. Zombies (ended, not yet collected) don't count. */
export function groupRuns(leader: number): boolean {
  if (process.platform === 'win32') return false;
  try {
    process.kill(-leader, 0);
  } catch {
    return false;
  }
  return process.platform !== 'linux' || hasLiveMember(leader);
}

/** In containers whose first process collects nobody, zombies would keep a group “alive” for ever. */
function hasLiveMember(group: number): boolean {
  return readdirSync('/proc').some((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // `pid (name) state ppid pgrp …`: the name may hold anything, so count from its last bracket.
      const [state, , pgrp] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return Number(pgrp) === group && state !== 'Z' && state !== 'X';
    } catch {
      return false;
    }
  });
}
