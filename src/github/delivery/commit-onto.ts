import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../base/errors.ts';
import { oneLine } from '../../base/text.ts';
import { isNotFound } from '../client/github-error.ts';
import { GitError } from '../git.ts';
import { type BranchCommit, commitByApi } from './commit-by-api.ts';
import { COMMITTER } from './committer.ts';
import type { DeliveryApi } from './delivery-api.ts';
import {
  BranchMoved,
  DeliveryError,
  NoCommitApi,
  Unfinished,
  withRemedy,
} from './delivery-error.ts';
import type { DeliveryScene } from './delivery-scene.ts';
import { whyNotByApi } from './why-not-by-api.ts';

/**
 * Puts a commit on a branch: through GitHub's API, which signs it, or by a push where the API can't,
 * and then looks whether it stands there as it was checked.
 * @returns the commit.
 * @throws DeliveryError when it does not.
 */
export async function commitOnto(scene: DeliveryScene, commit: BranchCommit): Promise<string> {
  const why = await whyNotByApi(scene.git, commit.changes);
  const made = why === undefined ? await byApi(scene, commit) : await byPush(scene, commit, why);
  scene.record?.(`the commit ${made} was put on the branch ${commit.branch}`);
  await verify(scene, commit, made);
  return made;
}

async function byApi(scene: DeliveryScene, commit: BranchCommit): Promise<string> {
  try {
    return await commitByApi(scene.git, scene.api, commit, scene.wait);
  } catch (error) {
    if (!(error instanceof NoCommitApi)) throw error;
    return byPush(scene, commit, 'this GitHub has no API for commits');
  }
}

async function byPush(
  { api, git, remote, say }: DeliveryScene,
  { branch, onto, tree, message }: BranchCommit,
  why: string,
): Promise<string> {
  say('notice', `The commit is pushed with git and not signed by GitHub: ${why}.`);
  const text = message.body === '' ? message.headline : `${message.headline}\n\n${message.body}`;
  const made = await git(['commit-tree', tree, '-p', onto, '-F', '-'], {
    env: COMMITTER,
    input: `${text}\n`,
  });
  try {
    await remote.push({ commit: made.trim(), branch, onto });
  } catch (error) {
    const words = pushWords(error);
    if (/non-fast-forward|fetch first|HTTP 409/.test(words)) {
      throw new BranchMoved(branch, { cause: error });
    }
    // What broke off may have been done all the same.
    const stands = await holds(api, branch, made.trim()).catch(isUnknown);
    if (stands === undefined) {
      throw new Unfinished(
        `The push to the branch ${branch} broke off, and the commit ${made.trim()} may stand there. Look at the branch. ${words}`,
        { cause: error },
      );
    }
    if (stands) return made.trim();
    throw new DeliveryError(`The branch ${branch} could not be pushed: ${words}`, {
      cause: error,
    });
  }
  return made.trim();
}

/** A commit that GitHub doesn’t know never came; after any other failure it may have. */
function isUnknown(error: unknown): false | undefined {
  return isNotFound(error) ? false : undefined;
}

/** Of what git prints, the lines that say why. */
function pushWords(error: unknown): string {
  const stderr = error instanceof GitError && (error.cause as { stderr?: unknown }).stderr;
  const lines = String(stderr || '').split('\n');
  const telling = lines.filter((line) => /^(?:remote: .*\S|fatal:|error:| ! )/.test(line));
  return withRemedy(oneLine(telling.join(' ') || messageOf(error), 400));
}

/** What GitHub says stands there is what was checked: the same tree on the same parent, and in the branch. */
async function verify(
  { api, wait = sleep }: DeliveryScene,
  { branch, onto, tree }: BranchCommit,
  made: string,
): Promise<void> {
  const but = (words: string, cause?: unknown) =>
    new Unfinished(`The commit ${made} was put on the branch ${branch}, but ${words}`, {
      cause,
      written: { branch, commit: made },
    });
  try {
    const found = await api.commit(made);
    if (found.tree !== tree || found.parent !== onto) {
      throw but('it does not hold what was checked. Look at it before you use it.');
    }
    // Reads may lag a moment behind writes.
    for (let tries = 1; !(await holds(api, branch, made)); tries += 1) {
      if (tries === 4) throw but('the branch does not hold it now. Look at the branch.');
      await wait(500 * tries);
    }
  } catch (error) {
    if (error instanceof Unfinished) throw error;
    throw but(`whether it stands there could not be read: ${messageOf(error)}`, error);
  }
}

/** Somebody may have pushed on top of it already. */
async function holds(api: DeliveryApi, branch: string, made: string): Promise<boolean> {
  const head = await api.head(branch);
  return head === made || (head !== undefined && (await api.since(made, head)) !== undefined);
}
