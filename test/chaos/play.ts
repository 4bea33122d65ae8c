import { type FakeAnthropic, startFakeAnthropic } from '../fakes/anthropic-api.ts';
import type { GithubWorld } from '../fakes/github/world.ts';
import { JOB_TOKEN, startFakeGithub } from '../fakes/github-api.ts';
import { createRepository, type TestRepository } from '../fakes/repository.ts';
import { type RunnerResult, runAction } from '../fakes/runner.ts';
import { ScriptedAgent } from './agent.ts';
import { API_FAULTS, SHORTENING } from './api-faults.ts';
import { Dice } from './dice.ts';
import { GITHUB_FAULTS } from './github-faults.ts';
import { HOOK_SCRIPT, HOOKS } from './hooks.ts';
import { endLeft, leftOf } from './left.ts';
import { MACHINES } from './machines.ts';
import { OUTAGES } from './outages.ts';
import type { Plan } from './plan.ts';
import { Signals } from './signals.ts';
import { FILES, PLANTED } from './steps.ts';

/** What a run may take before the harness ends it, ms: far more than it needs. */
const HARD_LIMIT_MS = 60_000;

const KEY = 'sk-ant-FAKE-0123456789abcdefFAKE0123456789abcdef-CHAOS';
export const SECRETS = [KEY, JOB_TOKEN, PLANTED];

/** Everything that can be looked at after a run. */
export interface Played {
  readonly plan: Plan;
  readonly result: RunnerResult;
  readonly after: RunnerResult;
  readonly root: string;
  readonly api: Pick<FakeAnthropic, 'requests' | 'violations'>;
  readonly comments: readonly string[];
  /** Faults that were met, with what the run may end as for them. */
  readonly met: readonly { readonly name: string; readonly ends: readonly string[] }[];
  /** Signals that were sent to a process that still ran. */
  readonly sent: readonly NodeJS.Signals[];
  /** The agent was told of each step's end. */
  readonly isDone: boolean;
  /** The harness had to end it. */
  readonly isLate: boolean;
  /** Command lines of what still ran. */
  readonly left: readonly string[];
}

/** Plays a plan through the built action: the job, and the post step after it. */
export async function play(plan: Plan): Promise<Played> {
  const repository = createRepository(filesOf(plan));
  const { root } = repository;
  const agent = new ScriptedAgent(plan.steps, plan.atOnce);
  const signals = new Signals(plan.signal, root);
  const met: { name: string; ends: readonly string[] }[] = [];
  const dice = new Dice(plan.seed + 0.5);
  const api = await startFakeAnthropic({
    keys: [KEY],
    checksPrefix: !Object.values(plan.api).some((name) => SHORTENING.includes(name)),
    turns: (body, index) => {
      const turn = agent.answer(body, index);
      const name = plan.api[index];
      const fault = name === undefined ? undefined : API_FAULTS[name];
      if (name !== undefined && fault) {
        met.push({ name, ends: typeof fault.ends === 'function' ? fault.ends(body) : fault.ends });
      }
      signals.saw('request');
      return signals.within(fault ? fault.make(turn, { body, agent, dice, key: KEY }) : turn);
    },
  });
  const github = await startFakeGithub(
    [{ body: 'Looks good to me.' }],
    worldOf(plan, () => signals.saw('github')),
  );
  const machine = MACHINES[plan.machine] ?? {};
  const outage = OUTAGES[plan.outage ?? ''];
  const stand = await outage?.stand();
  const urls = {
    api: api.url,
    github: github.url,
    ...(outage && stand && { [outage.of]: stand.url }),
  };
  if (outage?.of === 'api') met.push({ name: 'outage', ends: ['api_error'] });
  let isLate = false;
  const timers: NodeJS.Timeout[] = [];
  try {
    const node = machine.node?.();
    const result = await runAction({
      workspace: root,
      inputs: inputsOf(plan, urls.api),
      event: eventOf(repository),
      variables: { GITHUB_API_URL: urls.github, DEPLOY_TOKEN: PLANTED },
      ...(node !== undefined && { node }),
      ...(machine.deafAfter !== undefined && { deafAfter: machine.deafAfter }),
      onOutput: () => signals.saw('output'),
      onStart: ({ pid }) => {
        signals.start(pid);
        // The job and the post step each have their time.
        clearTimeout(timers.at(-1));
        timers.push(
          setTimeout(() => {
            isLate = true;
            endLeft(root);
          }, HARD_LIMIT_MS),
        );
      },
    });
    signals.stop();
    const after = await result.post();
    const left = leftOf(root);
    const comments = github.comments.slice(1).map(({ body }) => body);
    const { sent } = signals;
    const { isDone } = agent;
    return { plan, result, after, root, api, comments, met, sent, isDone, isLate, left };
  } finally {
    signals.stop();
    for (const timer of timers) clearTimeout(timer);
    endLeft(root);
    stand?.close();
    await Promise.all([api.close(), github.close()]);
  }
}

const PEOPLE = {
  mona: { id: 1, permission: 'write' },
  someone: { id: 2, permission: 'write' },
} as const;

function worldOf(plan: Plan, onRequest: () => void): GithubWorld {
  const refusals = plan.github.flatMap((name) => GITHUB_FAULTS[name]?.refusals() ?? []);
  return { refusals, onRequest, users: PEOPLE };
}

function inputsOf(plan: Plan, url: string): Record<string, string> {
  return {
    prompt: 'Do the steps.',
    policy: 'policy.yml',
    allowed_tools: 'Bash(sh step.sh *)',
    anthropic_api_key: KEY,
    anthropic_base_url: url,
    github_token: JOB_TOKEN,
    deliver: 'patch',
    // A server that is away is waited for: not for longer than the run has.
    timeout_minutes: plan.outage === undefined ? '3' : '0.4',
    ...plan.inputs,
  };
}

/** A pull request by somebody who may write. */
function eventOf({ git }: TestRepository) {
  const sha = git('rev-parse', 'HEAD').trim();
  const repository = { full_name: 'octo/app' };
  const side = { ref: 'main', sha, repo: repository };
  const user = { login: 'mona', type: 'User' };
  const pull_request = {
    number: 7,
    user,
    author_association: 'OWNER',
    base: side,
    head: { ...side, ref: 'steps' },
  };
  return {
    name: 'pull_request',
    payload: { action: 'opened', number: 7, sender: user, repository, pull_request },
  };
}

/** The checkout of a plan: its policy names its hooks. */
function filesOf({ hook }: Plan): Record<string, string> {
  const policy = {
    version: 1,
    name: 'chaos',
    extends: 'pr-fix',
    // What GitHub can't be asked makes a run untrusted.
    ask: ['Bash', 'Write', 'Edit'].map((tool) => ({
      match: { tool, trust: 'untrusted', asked_because: 'no_rule' },
      answer: 'allow',
    })),
    limits: { stall_seconds: 1, tool_timeout_seconds: 1 },
    ...(hook !== undefined && { hooks: HOOKS[hook] }),
  };
  return { ...FILES, 'hook.sh': HOOK_SCRIPT, 'policy.yml': JSON.stringify(policy) };
}
