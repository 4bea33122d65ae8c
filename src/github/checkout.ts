import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError } from '../base/errors.ts';
import { isInside, resolvePath } from '../base/paths.ts';
import { foldedNames, isGitInternal } from '../permission/protected-names.ts';

/**
 * Finds the checkout that a run works on. Looks only at the file system: no git call may stand
 * before the first request.
 * @param start the workspace of the job, or the current directory.
 * @param workingDirectory the input, relative to `start`.
 * @throws ConfigError when there is no git work tree, or the directory lies outside it.
 */
export function findCheckout(
  start: string,
  workingDirectory: string | undefined,
  home: string,
): { root: string; directory: string } {
  const given = workingDirectory ?? '.';
  const directory = resolvePath(given, start, home).real;
  if (!isDirectory(directory)) {
    throw new ConfigError(
      workingDirectory === undefined
        ? `The workspace ${start} does not exist. Check the repository out first (actions/checkout).`
        : `working_directory “${given}” is not a folder of the checkout.`,
    );
  }
  const root = gitTop(realpathSync(start)) ?? gitTop(directory);
  if (root === undefined) {
    throw new ConfigError(
      `${directory} is not in a git repository. Check the repository out first (actions/checkout), or run “git init”.`,
    );
  }
  if (!isInside(directory, root)) {
    throw new ConfigError(`working_directory “${given}” leads out of the checkout ${root}.`);
  }
  const names = foldedNames(directory, root);
  if (isGitInternal(names)) {
    throw new ConfigError(
      `working_directory “${given}” leads into git’s own folder. Name a folder of the files.`,
    );
  }
  return { root, directory };
}

/** The folder at or above `directory` that holds `.git`; `undefined` outside of any repository. */
export function gitTop(directory: string): string | undefined {
  if (existsSync(join(directory, '.git'))) return directory;
  const parent = dirname(directory);
  return parent === directory ? undefined : gitTop(parent);
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
