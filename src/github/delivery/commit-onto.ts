import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../base/errors.ts';
import { oneLine } from '../../base/text.ts';
import { GitError } from '../git.ts';
import { type BranchCommit, commitByApi } from './commit-by-api.ts';
import { COMMITTER } from './committer.ts';
import { BranchMoved, DeliveryError, NoCommitApi, withRemedy } from './delivery-error.ts';
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
  { git, remote, say }: DeliveryScene,
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
    throw new DeliveryError(`The branch ${branch} could not be pushed: ${words}`, {
      cause: error,
    });
  }
  return made.trim();
}

/** Of what git prints, the lines that say why. */
function pushWords(error: unknown): string {
  const stderr = error instanceof GitError && (error.cause as { stderr?: unknown }).stderr;
  const lines = String(stderr || '').split('\n');
  const telling = lines.filter((line) => /^(?:remote: .*\S|fatal:|error:| ! )/.test(line));
  return withRemedy(oneLine(telling.join(' ') || messageOf(error), 400));
}

/** What GitHub says stands there is what was checked: the same tree on the same parent, at the branch's head. */
async function verify(
  { api, wait = sleep }: DeliveryScene,
  { branch, onto, tree }: BranchCommit,
  made: string,
): Promise<void> {
  const found = await api.commit(made);
  if (found.tree !== tree || found.parent !== onto) {
    throw new DeliveryError(
      `The commit ${made} on the branch ${branch} does not hold what was checked. Look at it before you use it.`,
    );
  }
  // Reads may lag a moment behind writes.
  for (let tries = 1; (await api.head(branch)) !== made; tries += 1) {
    if (tries === 4) {
      throw new DeliveryError(
        `The branch ${branch} does not stand on the commit ${made} that was put there.`,
      );
    }
    await wait(500 * tries);
  }
}
