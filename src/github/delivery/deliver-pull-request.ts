import { messageOf } from '../../base/errors.ts';
import { branchNameProblem } from '../branch-name.ts';
import { GithubError, statusOf } from '../client/github-error.ts';
import { bringOnto } from './bring-onto.ts';
import type { OpenPull, PullText } from './delivery-api.ts';
import { DeliveryError, Unfinished } from './delivery-error.ts';
import type { Delivered, DeliveryScene } from './delivery-scene.ts';

export interface PullPlan {
  /** Where it is to go; `undefined`: the default branch. */
  readonly base: string | undefined;
  /** Name of its branch; another run's stands beside it as `<branch>-2`. */
  readonly branch: string;
  /** The hidden line by which a later run finds it. Part of `body`. */
  readonly marker: string;
  readonly title: string;
  /** The title was asked for: it is also set where the pull request stands already. */
  readonly setsTitle: boolean;
  readonly body: string;
  readonly labels: readonly string[];
  readonly draft: boolean;
}

const MAX_NAMES = 20;

/**
 * Makes a pull request of the run's changes, or brings the one that an earlier run made up to date.
 * @returns `undefined`: the base has all of it already.
 * @throws DeliveryError when it can't be; nothing new is left behind then.
 */
export async function deliverPullRequest(
  scene: DeliveryScene,
  plan: PullPlan,
): Promise<Delivered | undefined> {
  const { api } = scene;
  const defaultBranch = await api.defaultBranch();
  const base = plan.base ?? defaultBranch;
  const baseHead = base === undefined ? undefined : await api.head(base);
  if (base === undefined || baseHead === undefined) {
    throw new DeliveryError(
      `There is no branch ${base ?? ''} to make a pull request to; the default branch is ${defaultBranch ?? 'not known'}.`,
    );
  }
  const pulls = await api.openPulls(base);
  const own = pulls.find((pull) => isOurs(pull, plan));
  return own ? update(scene, plan, own) : create(scene, plan, { base, baseHead });
}

/** A branch in this repository takes write access to make, so nobody else's text passes for ours. */
function isOurs({ isOwn, body, branch }: OpenPull, plan: PullPlan): boolean {
  return isOwn && body.includes(plan.marker) && branch.startsWith(plan.branch);
}

async function update(scene: DeliveryScene, plan: PullPlan, own: OpenPull): Promise<Delivered> {
  const { api, say } = scene;
  const head = await api.head(own.branch);
  if (head === undefined)
    throw new DeliveryError(`The branch ${own.branch} of ${own.url} is gone.`);
  const commit = await bringOnto(scene, own.branch, head);
  if (commit === undefined)
    say('notice', `The pull request #${own.number} has these changes already.`);
  const { title, body } = plan;
  try {
    await api.updatePull(own.number, plan.setsTitle ? { title, body } : { body });
  } catch (error) {
    if (commit === undefined) throw error;
    throw new Unfinished(
      `The commit ${commit} stands on the branch ${own.branch} of #${own.number}, but the text there could not be changed: ${messageOf(error)}`,
      { cause: error, written: { branch: own.branch, commit } },
    );
  }
  await label(scene, own.number, plan.labels);
  return { branch: own.branch, commit: commit ?? head, pull: { number: own.number, url: own.url } };
}

async function create(
  scene: DeliveryScene,
  plan: PullPlan,
  { base, baseHead }: { readonly base: string; readonly baseHead: string },
): Promise<Delivered | undefined> {
  const { api } = scene;
  const branch = await freeName(scene, plan.branch, base);
  let begun = false;
  let made: string | undefined;
  let commit: string | undefined;
  try {
    commit = await bringOnto(scene, branch, baseHead, async () => {
      begun = true;
      scene.record?.(`the branch ${branch} was made, or was about to be`);
      made = await api.createBranch(branch, baseHead).catch((error: unknown) => {
        const status = statusOf(error) ?? 500;
        begun = status >= 500;
        throw error;
      });
    });
    if (commit === undefined) return undefined;
    scene.record?.(`a pull request of it was opened, or was about to be`);
    const pull = await open(scene, plan, { head: branch, base });
    await label(scene, pull.number, plan.labels);
    return { branch, commit, pull };
  } catch (error) {
    // A branch without its pull request is one that nobody looks at.
    const isLeft = begun && !(await isGone(scene, branch, made));
    if (!isLeft) throw error instanceof Unfinished ? undone(error, branch) : error;
    throw new Unfinished(
      `The branch ${branch} stands there without a pull request, or may: delete it, or open one. ${messageOf(error)}`,
      { cause: error, ...writtenBy(error, branch, commit) },
    );
  }
}

function writtenBy(error: unknown, branch: string, commit: string | undefined) {
  const written = error instanceof Unfinished ? error.written : commit && { branch, commit };
  return written ? { written } : {};
}

/** Takes the branch away again. */
async function isGone(
  { api }: DeliveryScene,
  branch: string,
  made: string | undefined,
): Promise<boolean> {
  try {
    if (made !== undefined) await api.deleteBranch(made);
    return (await api.head(branch)) === undefined;
  } catch {
    return false;
  }
}

function undone(error: Unfinished, branch: string): DeliveryError {
  return new DeliveryError(`${error.message} The branch ${branch} was taken away again.`, {
    cause: error,
  });
}

/** Branches of closed pull requests are often left standing, and others may use the name. */
async function freeName({ api }: DeliveryScene, wanted: string, base: string): Promise<string> {
  const problem = branchNameProblem(wanted);
  if (problem !== undefined) throw new DeliveryError(problem);
  for (let count = 1; count <= MAX_NAMES; count += 1) {
    const name = count === 1 ? wanted : `${wanted}-${count}`;
    if (name !== base && (await api.head(name)) === undefined) return name;
  }
  throw new DeliveryError(
    `The branches ${wanted} to ${wanted}-${MAX_NAMES} are all there already: delete what is merged, or change branch_prefix.`,
  );
}

async function open(
  scene: DeliveryScene,
  { title, body, draft }: PullPlan,
  branches: { readonly head: string; readonly base: string },
): Promise<{ number: number; url: string }> {
  const { api, say } = scene;
  const text: PullText = { title, body };
  try {
    return await api.createPull({ ...text, ...branches, draft });
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    if (draft && error.status === 422 && /draft/i.test(error.message)) {
      say(
        'warning',
        'This repository has no draft pull requests, so it was opened as a usual one.',
      );
      return api.createPull({ ...text, ...branches, draft: false });
    }
    // It may have been made although the answer was lost.
    const found = error.status !== 403 && error.status !== 422;
    const pulls = found ? await api.openPulls(branches.base) : [];
    const own = pulls.find((pull) => pull.isOwn && pull.branch === branches.head);
    if (own) return own;
    throw refused(error);
  }
}

function refused(error: GithubError): DeliveryError {
  const remedy = /not permitted to create/i.test(error.message)
    ? ' Allow it in the repository’s settings: Actions, General, “Allow GitHub Actions to create and approve pull requests”.'
    : '';
  return new DeliveryError(`The pull request could not be opened: ${error.message}${remedy}`, {
    cause: error,
  });
}

/** A label that can't be set is no reason to lose the work. */
async function label(
  { api, say }: DeliveryScene,
  number: number,
  labels: readonly string[],
): Promise<void> {
  if (labels.length === 0) return;
  try {
    await api.addLabels(number, labels);
  } catch (error) {
    say('warning', `The labels of #${number} could not be set: ${messageOf(error)}`);
  }
}
