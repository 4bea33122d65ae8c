import { realpathSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { ConfigError } from '../base/errors.ts';
import { isInside, resolvePath } from '../base/paths.ts';
import { commitFile } from './commit-file.ts';
import { ensureCommit } from './fetch-commit.ts';
import type { Git } from './git.ts';
import type { GithubEvent } from './github-event.ts';
import { verifyTrees } from './true-objects.ts';

/** Reads a file that an input names. `undefined`: there is none. */
export type ReadConfiguration = (path: string) => Promise<string | undefined>;

export interface ConfigurationSource {
  readonly read: ReadConfiguration;
  /** Reads a file that the repository may bring of itself. One that only the head has is none. */
  readonly readOwn: ReadConfiguration;
  /** For the log: `base commit 1a2b3c4`, or `the working tree`. */
  readonly from: string;
  /** The commit that it comes from; `undefined` for the working tree. */
  readonly commit: { readonly sha: string; readonly present: () => Promise<void> } | undefined;
}

/** Where paths are looked for. */
export interface ConfigurationPlace {
  readonly root: string;
  readonly start: string;
  readonly home: string;
  /** `GITHUB_SHA`: the commit that the workflow itself was taken from. */
  readonly eventCommit?: string | undefined;
}

/**
 * Where configuration comes from. Where a run may be about a pull request it is the base commit:
 * what the pull request changes must not configure the agent that judges it (GHSA-8q5r-mmjf-575q and
 * its kin). Elsewhere it is the working tree.
 */
export function configurationSource(
  event: GithubEvent,
  place: ConfigurationPlace,
  git: Git,
): ConfigurationSource {
  if (!mayBeAboutPullRequest(event)) {
    const read = readFromWorkingTree(place.start, place.home);
    return { from: 'the working tree', read, readOwn: read, commit: undefined };
  }
  const sha = baseOf(event, place);
  if (sha === undefined) {
    const read = unknownBase(event);
    return { from: 'nowhere', read, readOwn: read, commit: undefined };
  }
  let ready: Promise<void> | undefined;
  const present = () => {
    ready ??= haveCommit(sha, git);
    return ready;
  };
  const readOwn = fromCommit({ sha, present }, place, git);
  return {
    from: `base commit ${sha.slice(0, 7)}`,
    read: async (path) => (await readOwn(path)) ?? (await refuseHeadOnly(path, sha, place)),
    readOwn,
    commit: { sha, present },
  };
}

/** Events that run on the default branch's last commit, whatever was checked out since. */
const ON_DEFAULT_BRANCH: readonly string[] = ['issue_comment', 'workflow_run'];

/** Told from the event's name where its payload does not say: a broken one must not loosen anything. */
function mayBeAboutPullRequest({ name, pullRequest, number }: GithubEvent): boolean {
  if (pullRequest !== undefined || name.startsWith('pull_request')) return true;
  return name === 'workflow_run' || (name === 'issue_comment' && number === undefined);
}

function baseOf(
  { name, pullRequest }: GithubEvent,
  { eventCommit }: ConfigurationPlace,
): string | undefined {
  if (pullRequest?.base !== undefined) return pullRequest.base.sha;
  // On other events of a pull request this is the merge commit, with the head's changes in it.
  if (!ON_DEFAULT_BRANCH.includes(name)) return undefined;
  return /^[0-9a-f]{40,64}$/.test(eventCommit ?? '') ? eventCommit : undefined;
}

function unknownBase({ name }: GithubEvent): ReadConfiguration {
  const lacks = ON_DEFAULT_BRANCH.includes(name)
    ? `on ${name} configuration comes from the commit in GITHUB_SHA, and that variable holds none`
    : `the payload of this ${name} event does not say the pull request's base commit, and the working tree may be the pull request's own`;
  return async (path) => {
    throw new ConfigError(
      `${path} can't be read: ${lacks}. Use a shipped policy and an inline prompt, or the pull_request event.`,
    );
  };
}

/** Reads files as they lie there now; paths are relative to `start`. */
export function readFromWorkingTree(start: string, home: string): ReadConfiguration {
  return async (path) => {
    try {
      const { path: absolute, special } = resolvePath(path, start, home);
      // A pipe would be waited for, for ever.
      if (special) throw new Error('it is no regular file');
      return await readFile(absolute, 'utf8');
    } catch (error) {
      if (isMissing(error)) return undefined;
      const { code, message } = error as NodeJS.ErrnoException;
      const why = code === 'EISDIR' ? 'it is a folder' : message;
      throw new ConfigError(`${path} can't be read: ${why.replace(/\.$/u, '')}.`, { cause: error });
    }
  };
}

function fromCommit(
  { sha, present }: { sha: string; present: () => Promise<void> },
  place: ConfigurationPlace,
  git: Git,
): ReadConfiguration {
  return async (path) => {
    await present();
    const absolute = lexically(path, place.start);
    if (!isInside(absolute, place.root) || absolute === place.root) {
      throw new ConfigError(
        `${path} lies outside the repository: on a pull request, configuration comes from the base commit.`,
      );
    }
    const name = relative(place.root, absolute).split(sep).join('/');
    return commitFile(git, sha, name);
  };
}

/** Without a look at the work tree: its links are the pull request's. */
function lexically(path: string, start: string): string {
  const given = isAbsolute(path) && isInside(path, start) ? relative(start, path) : path;
  return resolve(realpathSync(start), given);
}

/** “There is no such file” would be hard to believe of one that lies there. */
async function refuseHeadOnly(
  path: string,
  sha: string,
  { start, home }: ConfigurationPlace,
): Promise<undefined> {
  if (!(await isFile(resolvePath(path, start, home).path))) return undefined;
  throw new ConfigError(
    `There is no file ${path} in base commit ${sha.slice(0, 7)}: on a pull request, configuration comes from the base commit. Merge it first, or use a shipped policy or an inline prompt.`,
  );
}

function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  );
}

/**
 * The usual checkout is shallow and lacks the base commit: it is fetched by its id, once. An earlier step
 * may have run the head's code, which can write what it likes under the name of an object.
 */
async function haveCommit(sha: string, git: Git): Promise<void> {
  try {
    await ensureCommit(sha, git);
  } catch (error) {
    throw new ConfigError(
      `The base commit ${sha.slice(0, 7)} is not in this checkout and can't be fetched (${(error as Error).message}). Check out with “fetch-depth: 0”.`,
      { cause: error },
    );
  }
  await verifyTrees(git, [sha]);
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ENOENT' || error.code === 'ENOTDIR')
  );
}
