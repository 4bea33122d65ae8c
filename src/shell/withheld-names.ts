import { join } from 'node:path';
import type { ShellScene } from './analysis.ts';
import { isSecretName } from './sensitive.ts';

/** More names are not held against the rules of a run. */
const MAX_NAMES = 100_000;
/** What git keeps under a name does not change with the disk: each name is held against the rules once. */
const known = new WeakMap<(path: string) => boolean, Map<string, boolean>>();

/**
 * Tells of the files that git keeps whether they are secret by their name, or refused by a rule.
 * Their names are told from the top of the work tree.
 * @throws Error (what is returned does) once there are too many names.
 */
export function withheldNames(top: string, { isRefused }: ShellScene): (name: string) => boolean {
  if (!isRefused) return (name) => isSecretName(`/${name}`);
  const names = known.get(isRefused) ?? new Map<string, boolean>();
  known.set(isRefused, names);
  return (name) => {
    if (isSecretName(`/${name}`)) return true;
    const path = join(top, name);
    const found = names.get(path);
    if (found !== undefined) return found;
    if (names.size >= MAX_NAMES) throw new Error('There are too many files.');
    const refused = isRefused(path);
    names.set(path, refused);
    return refused;
  };
}
