import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConfigurationSource } from './configuration-files.ts';
import type { Git } from './git.ts';
import { withoutFilters } from './without-filters.ts';

/**
 * Lays the tree of a commit out in a folder, read-only: hooks run there on pull requests, so that
 * the scripts they name are the base commit's and not the pull request's.
 * @throws GitError when the commit can't be read; ConfigError when it can't be had.
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
  const gitDirectory = (await git(['rev-parse', '--absolute-git-dir'])).trimEnd();
  const env = {
    GIT_DIR: gitDirectory,
    // Attributes are read where files are laid out: with the checkout (or `--prefix`) they would be
    // the head's, which could turn a script's line ends or have it filtered.
    GIT_WORK_TREE: folder,
    GIT_INDEX_FILE: `${folder}.index`,
    GIT_ATTR_NOSYSTEM: '1',
    ...(await withoutFilters(git)),
  };
  const there = ['-C', folder, '-c', 'core.attributesFile=/dev/null'];
  await git([...there, 'read-tree', commit.sha], { env });
  await git([...there, 'checkout-index', '--all', '--force'], { env });
  await makeReadOnly(folder);
  return folder;
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
