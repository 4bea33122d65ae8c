import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Secret } from '../credentials.ts';

/** A secret that any command of the agent could read. */
export interface Exposed {
  /** Name of the secret. */
  readonly secret: string;
  readonly pid: number;
  /** What runs there, `bash`. */
  readonly program: string;
}

/**
 * Secrets of a run that stand in what processes of this user were started with: looked for as a command of the agent
 * would, in `/proc`. A shell that was given them, and that waits for its program to end, shows them all the time.
 * Where there is no `/proc` nothing is found.
 */
export function exposedSecrets(secrets: readonly Secret[]): readonly Exposed[] {
  if (secrets.length === 0 || !existsSync('/proc/self/environ')) return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    const environment = readOrNothing(`/proc/${pid}/environ`);
    return secrets
      .filter(({ value }) => environment.includes(value))
      .map(({ name: secret }) => ({
        secret,
        pid: Number(pid),
        program: readOrNothing(`/proc/${pid}/comm`).trim() || 'unknown',
      }));
  });
}

/** Somebody else's processes can't be read, by commands of the agent neither. */
function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
