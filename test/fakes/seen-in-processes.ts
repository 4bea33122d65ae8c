import { readdirSync, readFileSync } from 'node:fs';

/** What a process of the same user sees of all others: the environment and the command line of each. */
export function seenInProcesses(): string {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => [`/proc/${id}/environ`, `/proc/${id}/cmdline`])
    .map(readable)
    .join('\n');
}

/** Somebody else's can't be read, and one may have ended by now. */
function readable(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
