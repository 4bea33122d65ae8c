import { stat } from 'node:fs/promises';
import type { Git } from '../git.ts';

/**
 * Writes what differs between two trees as a patch that `git apply` takes: moves, modes and binary
 * files in it.
 * @param without paths to leave out.
 * @returns the file's size in bytes.
 */
export async function writePatch(
  git: Git,
  trees: { readonly before: string; readonly after: string },
  file: string,
  without: readonly string[] = [],
): Promise<number> {
  const shape = [
    '-p',
    '-r',
    '--binary',
    '--full-index',
    '-M',
    '--src-prefix=a/',
    '--dst-prefix=b/',
  ];
  // What is left out must not come in again as the source of a move.
  const moves = without.length > 0 ? ['--no-renames'] : [];
  const left = without.map((path) => `:(top,exclude,literal)${path}`);
  await git([
    'diff-tree',
    ...shape,
    ...moves,
    '--no-ext-diff',
    '--no-textconv',
    `--output=${file}`,
    trees.before,
    trees.after,
    ...(left.length > 0 ? ['--', ':(top)', ...left] : []),
  ]);
  return (await stat(file)).size;
}
