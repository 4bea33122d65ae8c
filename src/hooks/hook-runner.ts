import { isDeepStrictEqual } from 'node:util';
import { randomUuid } from '../base/random.ts';
import {
  type CommandHook,
  type HookConfiguration,
  type HookRun,
  namedHook,
  type PreToolUseOutcome,
} from './hook.ts';
import type { EndedHook, HookAnswer } from './hook-answer.ts';
import { type AnsweredHook, mergeAnswers } from './merge-answers.ts';
import type { HookPlace } from './run-command.ts';
import { toolMatcher } from './tool-matcher.ts';

export interface HookRunnerOptions {
  readonly configuration: HookConfiguration;
  readonly sessionId: string;
  readonly transcriptPath: string;
  /**
   * Where hooks start, their `CLAUDE_PROJECT_DIR`: on pull-request events the base commit's tree, so
   * that a pull request can't bring its own guard.
   */
  readonly projectDirectory: string;
  /** The checkout, their `UNATTENDED_WORKSPACE`. */
  readonly workspace: string;
  /** The environment for children: an allow-list, without secrets. */
  readonly environment: Readonly<Record<string, string>>;
  /** Throws when the scripts in `projectDirectory` are no longer what they were: then none is run. */
  readonly verifyScripts?: (() => Promise<void>) | undefined;
}

/** A call about to be judged. */
export interface PreToolUseInput {
  readonly toolName: string;
  /** As it will really run, paths absolute. */
  readonly toolInput: unknown;
  readonly toolUseId: string;
  /** Where the agent stands. */
  readonly cwd: string;
  /** Ends the hooks, and all they started. */
  readonly signal: AbortSignal;
}

export interface HookRunner {
  /**
   * Runs every hook that matches, side by side, and waits for all of them. Rejects only where no hook
   * may be run: the call is refused then.
   */
  preToolUse(input: PreToolUseInput): Promise<PreToolUseOutcome>;
}

/** @throws ConfigError for a matcher that is no regular expression. */
export function createHookRunner(options: HookRunnerOptions): HookRunner {
  const groups = options.configuration.PreToolUse.map(({ matcher, hooks }) => ({
    matches: toolMatcher(matcher),
    hooks,
  }));
  const place: HookPlace = {
    directory: options.projectDirectory,
    environment: {
      ...options.environment,
      // Where root runs the job, Python would write its caches beside the scripts.
      ...(options.verifyScripts && { PYTHONDONTWRITEBYTECODE: '1' }),
      CLAUDE_PROJECT_DIR: options.projectDirectory,
      UNATTENDED_WORKSPACE: options.workspace,
    },
  };
  return {
    preToolUse: async (input) => {
      const hooks = groups.filter(({ matches }) => matches(input.toolName)).flatMap((g) => g.hooks);
      if (hooks.length === 0) return NO_OUTCOME;
      if (options.verifyScripts) await options.verifyScripts();
      const stdin = preToolUseJson(options, input);
      return mergeAnswers(
        await Promise.all(withoutRepeats(hooks).map((hook) => answerOf(hook, stdin, place, input))),
      );
    },
  };
}

const NO_OUTCOME: PreToolUseOutcome = {
  decision: 'none',
  reason: undefined,
  hook: undefined,
  updatedInput: undefined,
  additionalContext: [],
  stop: undefined,
  runs: [],
};

/** What hooks for Claude Code read from stdin: the common fields and those of PreToolUse. */
function preToolUseJson(options: HookRunnerOptions, input: PreToolUseInput): string {
  return `${JSON.stringify({
    session_id: options.sessionId,
    transcript_path: options.transcriptPath,
    cwd: input.cwd,
    permission_mode: 'dontAsk',
    hook_event_name: 'PreToolUse',
    tool_name: input.toolName,
    tool_input: input.toolInput,
    tool_use_id: input.toolUseId,
  })}\n`;
}

async function answerOf(
  hook: CommandHook,
  stdin: string,
  place: HookPlace,
  input: PreToolUseInput,
): Promise<AnsweredHook> {
  // Loaded with the first hook: a run without hooks does not pay for them.
  const [{ runCommand }, { readAnswer }] = await Promise.all([
    import('./run-command.ts'),
    import('./read-answer.ts'),
  ]);
  const ended = await runCommand(hook, stdin, place, input.signal);
  const answer = readAnswer(hook, ended);
  const failed = answer.failure !== undefined || ended.exitCode !== 0;
  const outcome = input.signal.aborted && ended.exitCode === undefined ? 'cancelled' : undefined;
  return {
    hook,
    answer,
    run: {
      ...hookRun(input, ended, outcome ?? (failed ? 'error' : 'success')),
      ...(changes(answer, input) && { changedInput: namedHook(hook) }),
    },
  };
}

/** Many a hook gives the input back as it got it. */
function changes({ updatedInput }: HookAnswer, { toolInput }: PreToolUseInput): boolean {
  if (updatedInput === undefined) return false;
  return !isDeepStrictEqual({ ...Object(toolInput), ...updatedInput }, toolInput);
}

function hookRun(input: PreToolUseInput, ended: EndedHook, outcome: HookRun['outcome']): HookRun {
  return {
    hookId: randomUuid(),
    hookName: `PreToolUse:${input.toolName}`,
    hookEvent: 'PreToolUse',
    stdout: ended.stdout,
    stderr: ended.problem ? `${ended.stderr}[${ended.problem}]` : ended.stderr,
    exitCode: ended.exitCode,
    outcome,
    durationMs: ended.durationMs,
  };
}

/** The same handler in two files or under two matchers runs once; one that fails otherwise is another. */
function withoutRepeats(hooks: readonly CommandHook[]): readonly CommandHook[] {
  const key = ({ type, command, timeout, onFailure }: CommandHook) =>
    JSON.stringify([type, command, timeout, onFailure]);
  return [...new Map(hooks.map((hook) => [key(hook), hook])).values()];
}
