import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Processes that work in a folder or know it by their environment, with their command lines. */
export function leftOf(folder: string): string[] {
  return processesOf(folder).map((pid) => `${pid} ${commandLine(pid)}`);
}

export function endLeft(folder: string): void {
  for (const pid of processesOf(folder)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
}

function processesOf(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name) && name !== String(process.pid))
    .map(Number)
    .filter((pid) => isOf(pid, folder));
}

/** One that is dead and waits to be collected has neither. */
function isOf(pid: number, folder: string): boolean {
  try {
    return (
      readlinkSync(`/proc/${pid}/cwd`).startsWith(folder) ||
      readFileSync(`/proc/${pid}/environ`, 'latin1').includes(folder)
    );
  } catch {
    return false;
  }
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
