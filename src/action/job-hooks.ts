import { join } from 'node:path';
import { randomUuid } from '../base/random.ts';
import type { EmitEvent } from '../events/run-event.ts';
import type { AskModel, CallMcpTool, HookPlace, PostHook } from '../hooks/handlers/hook-place.ts';
import type { HookRun } from '../hooks/hook.ts';
import { createHookRunner, type Hooks } from '../hooks/hook-runner.ts';
import type { HookOccasion } from '../hooks/occasion.ts';
import type { VerifySeal } from '../hooks/sealed-tree.ts';
import { apartFromHead } from './apart-from-head.ts';
import { once } from './once.ts';
import type { Job } from './prepare-job.ts';

export interface JobHooksOptions {
  readonly job: Job;
  readonly sessionId: string;
  readonly transcriptPath: string;
  /** The environment for children. */
  readonly environment: Readonly<Record<string, string>>;
  /** The variables of the job, for headers that name one. */
  readonly variables: Readonly<Record<string, string>>;
  readonly emit: EmitEvent;
  readonly redact: (text: string) => string;
  /** Where hooks run: resolves when the base commit's tree is laid out there. */
  readonly hookDirectory: () => Promise<string>;
  readonly post: PostHook;
  readonly ask: AskModel;
  readonly callTool: CallMcpTool;
}

/** The hooks of a job, in the place where they run. */
export function jobHooks(options: JobHooksOptions): Hooks {
  const { job, emit } = options;
  const { policy, workspace } = job;
  const prepared = once(() => preparePlace(options));
  const warned = new Set<string>();
  return createHookRunner({
    configuration: policy.hooks,
    common: {
      sessionId: options.sessionId,
      transcriptPath: options.transcriptPath,
      permissionMode: policy.onlyReading ? 'plan' : 'dontAsk',
      promptId: randomUuid(),
      effort: job.inputs.effort,
    },
    workspace,
    outputs: join(workspace.runDirectory, 'outputs'),
    redact: options.redact,
    place: async () => (await prepared()).place,
    verifyScripts: async () => (await prepared()).verify?.(),
    onRun: (run, tool) => report(emit, run, tool, warned),
  });
}

/**
 * Hooks wait for their directory; without hooks nothing is laid out. What was laid out is sealed
 * before the first call is judged: code that a call may run later could rewrite it.
 */
async function preparePlace(
  options: JobHooksOptions,
): Promise<{ readonly place: HookPlace; readonly verify: VerifySeal | undefined }> {
  const { job, variables, post, ask, callTool } = options;
  const directory = await options.hookDirectory();
  const isCommit = job.configuration.commit !== undefined;
  const { sealTree } = isCommit ? await import('../hooks/sealed-tree.ts') : {};
  const place: HookPlace = {
    directory,
    environment: {
      ...options.environment,
      ...(isCommit && apartFromHead(options.environment, job.workspace.root)),
      CLAUDE_PROJECT_DIR: directory,
      CLAUDECODE: '1',
      CLAUDE_CODE_CHILD_SESSION: '1',
      CLAUDE_CODE_SESSION_ID: options.sessionId,
      CLAUDE_CODE_SESSION_ATTENDED: '0',
      ...(job.inputs.effort !== undefined && { CLAUDE_EFFORT: job.inputs.effort }),
      UNATTENDED_WORKSPACE: job.workspace.root,
    },
    variable: (name) => (OWN_CREDENTIAL.test(name) ? undefined : variables[name]),
    post,
    ask,
    callTool,
  };
  return { place, verify: await sealTree?.(directory) };
}

/** The keys of this action are for nobody else, whoever's configuration names them. */
const OWN_CREDENTIAL = /^(?:INPUT_|ACTIONS_|ANTHROPIC_)|^(?:GITHUB|GH)_TOKEN$/;

/** A hook that fails on every call is warned of once. */
function report(
  emit: EmitEvent,
  run: HookRun,
  tool: HookOccasion['tool'],
  warned: Set<string>,
): void {
  emit({ type: 'hook_response', at: Date.now(), run, ...(tool && { tool }) });
  const say = (level: 'notice' | 'warning', text: string) =>
    emit({ type: 'notice', at: Date.now(), level, text });
  if (run.passedOver !== undefined && !warned.has(run.passedOver)) {
    warned.add(run.passedOver);
    say('warning', `${run.hookName}: ${run.passedOver}`);
  }
  if (run.systemMessage !== undefined) say('notice', `${run.hookName} hook: ${run.systemMessage}`);
}
