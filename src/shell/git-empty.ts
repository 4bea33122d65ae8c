import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { topOf } from './git-folders.ts';

/**
 * Whether there is nothing that git could print from the past: a repository without a commit, or a `.git`
 * that is none, for which git gives up. What can't be told counts as no.
 */
export function hasNoPast(top: string): boolean {
  const folder = join(top, '.git');
  if (!statSync(folder).isDirectory()) return false;
  const head = join(folder, 'HEAD');
  // Git then goes on to the folders above.
  if (!existsSync(head)) return topOf(dirname(top)) === undefined;
  const branch = /^ref: refs\/heads\/(?!\.invalid)\S+\s*$/.test(readFileSync(head, 'utf8'));
  return branch && !existsSync(join(folder, 'packed-refs')) && !hasFiles(join(folder, 'refs'));
}

function hasFiles(folder: string): boolean {
  return (
    existsSync(folder) &&
    readdirSync(folder, { recursive: true, withFileTypes: true }).some((one) => !one.isDirectory())
  );
}
