import { join } from 'node:path';
import type { JobContext } from '../github/context/job-context.ts';
import { type GateRules, isGated, refusalOf } from '../github/gate/gate.ts';
import { movedHead } from '../github/gate/moved-head.ts';
import { type Summons, summonsOf } from '../github/gate/summons.ts';
import type { Git } from '../github/git.ts';
import type { GithubEvent } from '../github/github-event.ts';
import { doubtsAbout, type Trust } from '../github/trust.ts';
import type { Door } from './door.ts';
import { eventGithub } from './event-github.ts';
import { idleInputs } from './idle-inputs.ts';
import type { Inputs } from './inputs.ts';
import { Skipped } from './skipped.ts';

const TRIGGER_PHRASE = '@unattended';

/** An event that may start a run. */
export interface Admitted {
  /** With the commits of its pull request, where GitHub tells them. */
  readonly event: GithubEvent;
  /** What a comment asks for; `undefined`: an input has the task. */
  readonly task: string | undefined;
  /** Inputs without an effect on this event, a sentence each. */
  readonly idle: readonly string[];
  /** Settled later than the event: it depends on who wrote what the agent gets. */
  readonly judged: Promise<Judged>;
}

interface Judged {
  readonly trust: Trust;
  readonly context: JobContext | undefined;
  /** For the maintainer. */
  readonly notes: readonly string[];
}

/**
 * Decides whether the event wants a run and whoever is behind it may start one.
 * @throws Skipped when not.
 */
export function summon(event: GithubEvent, inputs: Inputs): Exclude<Summons, { kind: 'none' }> {
  const hasTask = inputs.prompt !== undefined || inputs.prompt_file !== undefined;
  const summons = summonsOf(event, hasTask, inputs.trigger_phrase ?? TRIGGER_PHRASE);
  if (summons.kind === 'none') throw new Skipped(summons.reason);
  return summons;
}

/**
 * Holds the event against the gate while its context is gathered. Events that need neither cost no request.
 * @throws Skipped for whoever may not start a run.
 */
export async function admit(
  door: Door,
  inputs: Inputs,
  started: { readonly event: GithubEvent; readonly git: Git; readonly runDirectory: string },
): Promise<Admitted> {
  const { event, git, runDirectory } = started;
  const summons = summon(event, inputs);
  const rules: GateRules = { actors: inputs.allowed_actors ?? [], bots: inputs.allowed_bots ?? [] };
  const github = await eventGithub(door, inputs, event);
  const completed = github ? github.complete(event) : Promise.resolve(event);
  const judged = completed.then(async (whole): Promise<Judged> => {
    const isAbout = whole.number !== undefined || whole.workflowRun !== undefined;
    const folder = join(runDirectory, 'context');
    const [doubts, context] = await Promise.all([
      doubtsAbout(whole, github?.accounts),
      isAbout ? gather({ event: whole, folder, git, github, bots: rules.bots }) : undefined,
    ]);
    return judge(doubts, context);
  });
  // It is awaited later, or not at all when the gate refuses.
  judged.catch(() => {});
  if (door.kind === 'action' && isGated(event)) {
    const refusal = await refusalOf({
      event,
      triggeringActor: door.variables['GITHUB_TRIGGERING_ACTOR'] || undefined,
      taskFromComment: summons.kind === 'comment',
      rules,
      accounts: github?.accounts,
    });
    if (refusal !== undefined) throw new Skipped(refusal);
  }
  const whole = await completed;
  const eventCommit = door.variables['GITHUB_SHA'];
  const moved = github && (await movedHead({ ...github, event: whole, git, eventCommit }));
  // Whoever pushes to the repository itself may write there.
  if (moved && whole.pullRequest?.fork !== false) throw new Skipped(`${moved} ${LOOK_AGAIN}`);
  return {
    event: whole,
    task: summons.kind === 'comment' ? summons.task : undefined,
    idle: idleInputs(inputs, event, {
      usesPhrase: summons.kind === 'comment',
      standard: TRIGGER_PHRASE,
    }),
    judged: moved ? judged.then((known) => ({ ...known, notes: [moved, ...known.notes] })) : judged,
  };
}

const LOOK_AGAIN =
  'It lies in a fork, so nothing runs on commits that nobody saw: look at them, and ask again.';

async function gather(
  options: Omit<
    Parameters<typeof import('../github/context/job-context.ts').gatherContext>[0],
    'now'
  >,
): Promise<JobContext> {
  const { gatherContext } = await import('../github/context/job-context.ts');
  return gatherContext({ ...options, now: new Date().toISOString() });
}

function judge(doubts: readonly string[], context: JobContext | undefined): Judged {
  const strangers = context?.strangers ?? [];
  const why = [
    ...doubts,
    ...(strangers.length > 0
      ? [`${strangers.slice(0, 10).join(', ')} without known write access wrote about it`]
      : []),
  ];
  const notes = context?.notes ?? [];
  if (why.length === 0) return { trust: 'trusted', context, notes };
  const note = `The run is untrusted: ${why.join('; ')}. Allow rules count for reading alone; anything more needs an answer of the policy that names “trust: untrusted”.`;
  return { trust: 'untrusted', context, notes: [note, ...notes] };
}
