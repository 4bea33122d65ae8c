import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConfigurationSource } from './configuration-files.ts';
import { blobSizes } from './delivery/read-blobs.ts';
import type { Git } from './git.ts';
import { ownRepository } from './own-repository.ts';
import { readTrue } from './true-objects.ts';

/**
 * Lays the tree of a commit out in a folder, read-only: hooks run there on pull requests, so that
 * the scripts they name are the base commit's and not the pull request's.
 * @throws GitError when the commit can't be read; ConfigError when it can't be had, or holds what is
 * not its own.
 */
export async function layOutTree(
  source: ConfigurationSource,
  git: Git,
  folder: string,
): Promise<string> {
  const { commit } = source;
  if (commit === undefined) throw new Error('Only a commit can be laid out.');
  await commit.present();
  await mkdir(folder, { recursive: true });
  // Attributes are read where files are laid out: with the checkout they would be the head's, which
  // could turn a script's line ends or have it filtered.
  const own = await ownRepository(git, `${folder}.git`, folder);
  const env = { ...own.env, GIT_INDEX_FILE: `${folder}.index` };
  const there = ['-C', folder];
  await git([...there, 'read-tree', commit.sha], { env });
  await verifyFiles((args, options) => git([...there, ...args], { ...options, env }));
  await git([...there, 'checkout-index', '--all', '--force'], { env });
  await makeReadOnly(folder);
  return folder;
}

/** Content read at once. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The commit's trees are verified by then, and so are the ids in the index. */
async function verifyFiles(git: Git): Promise<void> {
  const entries = (await git(['ls-files', '--stage', '-z'])).split('\0');
  const ids = entries.flatMap((entry) => /^1[02]\d{4} ([0-9a-f]+) /.exec(entry)?.[1] ?? []);
  let some: string[] = [];
  let bytes = 0;
  for (const [id, known] of await blobSizes(git, [...new Set(ids)])) {
    // One that is not there has none, and git fails at it next.
    const size = known || 0;
    if (bytes + size > MAX_BYTES) {
      await readTrue(git, some);
      some = [];
      bytes = 0;
    }
    some.push(id);
    bytes += size;
  }
  await readTrue(git, some);
}

/** Takes the write permission from every file, then from its folder. Links are left alone: their target is not ours. */
async function makeReadOnly(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await makeReadOnly(path);
    else if (entry.isFile()) await chmod(path, (await isExecutable(path)) ? 0o555 : 0o444);
  }
  await chmod(folder, 0o555);
}

async function isExecutable(path: string): Promise<boolean> {
  return ((await stat(path)).mode & 0o100) !== 0;
}
