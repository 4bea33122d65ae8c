import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Git } from './git.ts';

/** A repository of our own that sees the objects of a checkout, and nothing else of it. */
export interface OwnRepository {
  /** Variables by which git works in it, on the work tree given. */
  readonly env: Readonly<Record<string, string>>;
  /** Folders of objects in which all of it is found. */
  readonly objects: readonly string[];
  /** Of the checkout. */
  readonly gitDirectory: string;
  readonly index: string;
}

/** What git would otherwise take from the system it runs on, or from an index. */
const SETTINGS: Readonly<Record<string, string>> = {
  'core.bare': 'false',
  'core.excludesFile': '/dev/null',
  'core.attributesFile': '/dev/null',
  'core.autocrlf': 'false',
  'core.safecrlf': 'false',
  'core.untrackedCache': 'false',
  'core.splitIndex': 'false',
  'core.sparseCheckout': 'false',
};

/**
 * Makes it in `folder`. No setting, attribute, exclude or filter below the checkout's `.git` counts:
 * whoever could write there chose another work tree, hid files, or made git fail at them.
 * @throws GitError when git can't find the checkout's repository.
 */
export async function ownRepository(
  git: Git,
  folder: string,
  workTree: string,
): Promise<OwnRepository> {
  // Git would refuse a `core.worktree` that leads nowhere.
  const at = { GIT_WORK_TREE: workTree };
  const found = await git(['rev-parse', '--absolute-git-dir'], { env: at });
  const gitDirectory = found.replace(/\n$/, '');
  // With the variable set, paths are absolute.
  const there = { ...at, GIT_DIR: gitDirectory };
  const asked = ['--git-path', 'index', '--git-path', 'objects', '--show-object-format'];
  const [index = '', theirs = '', format] = (
    await git(['rev-parse', ...asked], { env: there })
  ).split('\n');
  const own = join(folder, 'repository');
  const objects = [join(folder, 'objects'), theirs];
  const env = {
    GIT_DIR: own,
    GIT_OBJECT_DIRECTORY: join(folder, 'objects'),
    GIT_ALTERNATE_OBJECT_DIRECTORIES: theirs,
    GIT_ATTR_NOSYSTEM: '1',
    HOME: own,
    ...variablesOf(SETTINGS),
  };
  await rm(own, { recursive: true, force: true });
  await mkdir(join(own, 'info'), { recursive: true });
  await mkdir(join(folder, 'objects'), { recursive: true });
  const kind = format === 'sha256' ? ['--object-format=sha256'] : [];
  await git(['init', '--quiet', '--bare', '--template=', ...kind, own], { env });
  return { env: { ...env, GIT_WORK_TREE: workTree }, objects, gitDirectory, index };
}

function variablesOf(settings: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(settings);
  const variables = entries.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(entries.length), ...Object.fromEntries(variables) };
}
