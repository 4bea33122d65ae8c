import type { Git } from '../git.ts';

/**
 * Paths whose attributes put a program between the file and what is committed (Git LFS, git-crypt).
 * None is run here, so such a file can't be committed as the repository wants it.
 * @param git in the checkout, whose attributes count.
 */
export async function filteredPaths(git: Git, paths: readonly string[]): Promise<string[]> {
  if (paths.length === 0) return [];
  const input = `${paths.join('\0')}\0`;
  const fields = (await git(['check-attr', '-z', '--stdin', 'filter'], { input })).split('\0');
  const found: string[] = [];
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const value = fields[at + 2] ?? '';
    if (value !== 'unspecified' && value !== 'unset') found.push(fields[at] ?? '');
  }
  return found;
}
