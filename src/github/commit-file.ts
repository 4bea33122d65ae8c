import { ConfigError } from '../base/errors.ts';
import type { Git } from './git.ts';

/**
 * A file as a commit has it, without the work tree. Links are followed inside the commit; one that leads
 * out could lead to a file that a pull request brought.
 * @param name from the top of the repository, with slashes.
 * @returns `undefined`: there is no such file.
 * @throws ConfigError for a link that leads out of the repository, to nothing, or around in a circle.
 */
export async function commitFile(git: Git, sha: string, name: string): Promise<string | undefined> {
  // One question is one line.
  if (name.includes('\n')) return undefined;
  const asked = ['cat-file', '--batch-check', '--follow-symlinks'];
  const answer = await git(asked, { input: `${sha}:${name}\n` });
  const [first = '', target = ''] = answer.split('\n');
  const blob = /^([0-9a-f]{40,64}) blob \d+$/.exec(first);
  if (blob) return git(['cat-file', 'blob', blob[1] ?? '']);
  const link = /^(symlink|dangling|loop) \d+$/.exec(first)?.[1];
  if (link === undefined) return undefined;
  const leads = link === 'symlink' ? `out of the repository, to “${target}”` : LEADS[link];
  throw new ConfigError(`${name} is a link in the base commit that leads ${leads}.`);
}

const LEADS: Readonly<Record<string, string>> = {
  dangling: 'to no file of that commit',
  loop: 'back to itself',
};
