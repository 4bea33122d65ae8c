import { basename } from 'node:path';
import { Ledger } from '../agent/ledger.ts';
import type { Session } from '../agent/session.ts';
import { systemPrompt } from '../agent/system-prompt.ts';
import type { TimeLimit } from '../agent/time-limit.ts';
import { childEnvironment } from '../base/child-environment.ts';
import { RUN_VARIABLE } from '../base/survivors.ts';
import type { EmitEvent } from '../events/run-event.ts';
import type { Model } from '../model/model.ts';
import type { CallState } from '../pipeline/governance.ts';
import { type ExecutorOptions, StreamingExecutor } from '../pipeline/streaming-executor.ts';
import { mostPerTurn } from '../pipeline/turn-budget.ts';
import { describeDelivery } from '../policy/describe-delivery.ts';
import { describePolicy } from '../policy/describe-policy.ts';
import type { AnyTool, PromptContext } from '../tool/tool.ts';
import type { ToolUseContext } from '../tool/tool-use-context.ts';
import { toolDefinitions } from '../tools/schema-cache.ts';
import { askModel } from './ask-model.ts';
import type { Secret } from './credentials.ts';
import { deferTools } from './defer-tools.ts';
import type { Door } from './door.ts';
import { type Governed, type GovernOptions, govern } from './govern.ts';
import { hookAgent } from './hook-agent.ts';
import { type JobHooksOptions, jobHooks } from './job-hooks.ts';
import { sessionKnowledge } from './knowledge/session-knowledge.ts';
import type { SessionMcp } from './mcp/session-mcp.ts';
import { identityOf } from './open-identity.ts';
import { openModel } from './open-model.ts';
import type { Job } from './prepare-job.ts';
import { requireEffect } from './require-effect.ts';
import { sendHooks } from './send-hook.ts';
import { sessionContext } from './session-context.ts';
import { sessionHistory } from './session-history.ts';
import { sessionHooks } from './session-hooks.ts';
import { sessionPrompt } from './session-prompt.ts';
import { toolPoolOf } from './tool-pool.ts';

export interface SessionOptions
  extends Pick<
    GovernOptions & JobHooksOptions,
    'sessionId' | 'transcriptPath' | 'redact' | 'recordFailure' | 'beforeChange' | 'hookDirectory'
  > {
  readonly door: Door;
  readonly job: Job;
  readonly secrets: readonly Secret[];
  /** Hides values that came up on the way, from now on. */
  readonly hide: (secrets: readonly Secret[]) => void;
  /** For what tools write to disk by themselves. */
  readonly redactStream: NonNullable<ToolUseContext['redactStream']>;
  /** Writes what of the context needs git: done before the first call. */
  readonly tellContext: () => Promise<void>;
  readonly abort: AbortController;
  readonly time: TimeLimit;
  readonly emit: EmitEvent;
  /** Settled when the MCP servers are up. */
  readonly mcp: Promise<SessionMcp>;
}

/** Answers longer than this are rare, and a budget has to be able to bear the worst case of one. */
const MAX_TOKENS = 32_000;

/** From a job to a session that can run: pool, model, prompt, and what governs the calls. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { job, emit, abort, redactStream } = options;
  const sent = signal();
  const asking = { door: options.door, job, identity: identityOf(options) };
  const opening = openModel({ ...asking, onSent: sent.give, emit });
  const [model, mcp, words] = await Promise.all([opening, options.mcp, sessionKnowledge(options)]);
  const offered = toolPoolOf(job.policy, job.outputSchema, mcp, words.hasSkills);
  const pool = await deferTools(offered, { policy: job.policy, model, signal: abort.signal });
  requireEffect(job, pool, mcp.servers);
  const environment = environmentOf(options);
  const ledger = ledgerOf(job);
  const hooks = jobHooks({
    ...options,
    environment,
    variables: options.door.variables,
    post: sendHooks(options.door.variables),
    callTool: mcp.call,
    ask: askModel({
      ...asking,
      ledger,
      agent: (...question) =>
        hookAgent({ governance, state, prepared, manual, ledger })(...question),
    }),
  });
  const governed = govern({ ...options, ...words, pool, hooks });
  const goingOn = await goingOnOf(options, governed);
  const context = sessionContext({
    job,
    pool: pool.pool,
    modelId: model.id,
    environment,
    abort,
    emit,
    state: goingOn?.state,
    skills: words.desk,
  });
  const state: CallState = { context: { ...context, hides: governed.hides, redactStream } };
  // Nothing of this is needed before the first call: it begins when the first request is on its way.
  const prepared = sent.given.then(() => prepareCalls(options, pool.pool, governed));
  prepared.catch(() => {});
  const { governance } = governed;
  const manual = manualOf(context);
  const runHooks = sessionHooks(hooks, state, emit);
  words.begins(runHooks, manual.toolNames.has('Skill'));
  mcp.connect({ hooks, runHooks });
  return {
    model,
    system: systemOf(job, manual, governance.dryRun, await words.listing(model)),
    tools: await toolDefinitions(pool.pool, manual),
    maxTokens: Math.min(MAX_TOKENS, model.capabilities().maxOutputTokens),
    limits: job.policy.limits,
    ledger,
    time: options.time,
    signal: abort.signal,
    ...(await sessionPrompt({ ...options, ...mcp, words, goingOn, governance, state })),
    earlier: goingOn?.earlier,
    task: job.task,
    hooks,
    runHooks,
    wantsStructuredOutput: job.outputSchema !== undefined,
    emit,
    now: Date.now,
    startCalls: callsOf(model, { governance, state, prepared }),
    appState: () => state.context.getAppState(),
    history: sessionHistory(state, words),
  };
}

/** A run that goes on from a conversation takes over with it what that had cost. */
function ledgerOf({ policy, before }: Job): Ledger {
  const ledger = new Ledger({ limitUsd: policy.limits.max_budget_usd });
  if (before) ledger.goOnFrom(before.spent);
  return ledger;
}

function manualOf({ pool, limits }: ToolUseContext): PromptContext {
  return { toolNames: new Set(pool.map((tool) => tool.name)), timeoutMs: limits.timeoutMs };
}

/** Runs the calls of each answer; what they give may fill only so much of the model. */
function callsOf(
  model: Model,
  shared: Pick<ExecutorOptions, 'governance' | 'state' | 'prepared'>,
): Session['startCalls'] {
  return (assistantMessage, messages) => {
    const mostChars = mostPerTurn(model.capabilities().maxInputTokens);
    return new StreamingExecutor({ ...shared, assistantMessage, messages, mostChars });
  };
}

async function prepareCalls(
  { tellContext }: SessionOptions,
  pool: readonly AnyTool[],
  governed: Governed,
): Promise<void> {
  await Promise.all([tellContext(), ...pool.map((tool) => tool.prepare())]);
  governed.prepare();
}

/** Loaded only where there is something to go on from. */
async function goingOnOf({ job, redact }: SessionOptions, { hides }: Governed) {
  if (job.recorded === undefined) return undefined;
  const { goOnFrom } = await import('./resume/go-on.ts');
  return goOnFrom(job.recorded, { workspace: job.workspace, redact, hides });
}

function systemOf(job: Job, { toolNames }: PromptContext, dryRun: boolean, skills: string) {
  return systemPrompt({
    directory: job.workspace.directory,
    platform: process.platform,
    policy: describePolicy(job.policy, toolNames),
    toolNames,
    delivery: job.delivery && describeDelivery(job.delivery.mode, job.policy.delivery),
    dryRun,
    skills,
  });
}

function environmentOf({ door, job, secrets }: SessionOptions): Readonly<Record<string, string>> {
  const hidden = [...secrets, ...job.mcp.secrets].map(({ value }) => value);
  return {
    ...childEnvironment(door.variables, job.policy.environment.pass, hidden),
    [RUN_VARIABLE]: basename(job.workspace.runDirectory),
  };
}

function signal(): { readonly given: Promise<void>; readonly give: () => void } {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}
