import { ConfigError } from '../base/errors.ts';
import type { Git } from './git.ts';
import { readTrue } from './true-objects.ts';

/**
 * A file as a commit has it, without the work tree. Links are followed inside the commit; one that leads
 * out could lead to a file that a pull request brought.
 * @param name from the top of the repository, with slashes.
 * @returns `undefined`: there is no such file.
 * @param sha of a commit whose trees are verified.
 * @throws ConfigError for content that is not the file's, and for a link that leads out of the repository, to nothing, or around in a circle.
 */
export async function commitFile(git: Git, sha: string, name: string): Promise<string | undefined> {
  // One question is one line.
  if (name.includes('\n')) return undefined;
  const asked = ['cat-file', '--batch-check', '--follow-symlinks'];
  const answer = await git(asked, { input: `${sha}:${name}\n` });
  const [first = '', target = ''] = answer.split('\n');
  const blob = /^([0-9a-f]{40,64}) blob \d+$/.exec(first);
  if (blob) {
    const id = blob[1] ?? '';
    return (await readTrue(git, [id])).get(id)?.bytes.toString('utf8');
  }
  const link = /^(symlink|dangling|loop) \d+$/.exec(first)?.[1];
  if (link === undefined) return undefined;
  const leads = link === 'symlink' ? `out of the repository, to “${target}”` : LEADS[link];
  throw new ConfigError(`${name} is a link in the base commit that leads ${leads}.`);
}

const LEADS: Readonly<Record<string, string>> = {
  dangling: 'to no file of that commit',
  loop: 'back to itself',
};
