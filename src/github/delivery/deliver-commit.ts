import { bringOnto } from './bring-onto.ts';
import { BranchMoved, DeliveryError } from './delivery-error.ts';
import type { Delivered, DeliveryScene } from './delivery-scene.ts';
import { notItsCheckout } from './its-checkout.ts';

/**
 * Commits the run's changes onto the branch of its pull request. Where that moved while the agent
 * worked, they are merged into it, once.
 * @param headAtStart the pull request's head then; `undefined`: not known, so what was checked out counts.
 * @returns `undefined`: the branch has all of it already.
 * @throws DeliveryError when it can't be.
 */
export async function deliverCommit(
  scene: DeliveryScene,
  pullRequest: { readonly number: number; readonly headAtStart: string | undefined },
): Promise<Delivered | undefined> {
  const { api, say } = scene;
  const { number } = pullRequest;
  const [pull, defaultBranch] = await Promise.all([api.pull(number), api.defaultBranch()]);
  if (!pull?.isOpen) {
    throw new DeliveryError(`The pull request #${number} is not open any more.`);
  }
  if (pull.fork !== false || pull.head === undefined) {
    throw new DeliveryError(
      `The pull request #${number} comes from a fork, and this token can’t write there. Use “deliver: patch”.`,
    );
  }
  const { ref, sha } = pull.head;
  if (ref === defaultBranch) {
    throw new DeliveryError(
      `The pull request #${number} is made of the default branch ${ref}, and nothing is committed to that. Use “deliver: pull-request”.`,
    );
  }
  const start = pullRequest.headAtStart ?? sha;
  const wrong = await notItsCheckout(scene.git, scene.trees.head, start);
  if (wrong !== undefined) throw new DeliveryError(wrong);
  const bring = async (from: string) => {
    if (from !== start) say('notice', movedNote(ref, start, from));
    const commit = await bringOnto(scene, ref, from);
    return commit === undefined ? undefined : { branch: ref, commit, pull: undefined };
  };
  try {
    return await bring(sha);
  } catch (error) {
    const now = error instanceof BranchMoved && sha === start ? await api.head(ref) : undefined;
    if (now === undefined) throw error;
    return bring(now);
  }
}

function movedNote(branch: string, from: string, to: string): string {
  return `The branch ${branch} moved from ${from.slice(0, 7)} to ${to.slice(0, 7)} while the agent worked: its changes are merged into what stands there now.`;
}
