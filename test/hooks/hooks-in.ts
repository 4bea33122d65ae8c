import { join } from 'node:path';
import type { HookPlace } from '../../src/hooks/handlers/hook-place.ts';
import type { HookRun } from '../../src/hooks/hook.ts';
import { createHookRunner, type Hooks } from '../../src/hooks/hook-runner.ts';
import { mergeAnswers, type PreToolUseOutcome } from '../../src/hooks/outcomes/pre-tool-use.ts';
import type { HookRunnerOptions } from '../../src/hooks/runner-options.ts';
import type { CommandHook, HookConfiguration } from '../../src/policy/hooks/hook-config.ts';

/** A command hook as a policy would have it. */
export const commandHook = (command: string, more: Partial<CommandHook> = {}): CommandHook => ({
  type: 'command',
  command,
  timeout: 30,
  onFailure: 'block',
  ...more,
});

/** Hooks that run in `folder/project`, with the runs that were reported. */
export function hooksIn(
  folder: string,
  configuration: HookConfiguration,
  more: Partial<HookRunnerOptions> & { place?: never } = {},
  place: Partial<HookPlace> = {},
): { readonly hooks: Hooks; readonly runs: HookRun[] } {
  const runs: HookRun[] = [];
  const workspace = join(folder, 'workspace');
  const directory = join(folder, 'project');
  const hooks = createHookRunner({
    configuration,
    common: {
      sessionId: 'session-1',
      transcriptPath: join(folder, 'transcript.jsonl'),
      permissionMode: 'dontAsk',
      promptId: 'prompt-1',
      effort: undefined,
    },
    place: async () => ({
      directory,
      environment: {
        PATH: process.env['PATH'] ?? '',
        HOME: folder,
        FROM_POLICY: 'yes',
        CLAUDE_PROJECT_DIR: directory,
        UNATTENDED_WORKSPACE: workspace,
      },
      variable: () => undefined,
      post: async () => '',
      ask: async () => '{"ok": true}',
      callTool: async () => '',
      ...place,
    }),
    workspace: { root: workspace, directory: workspace, home: folder, runDirectory: folder },
    outputs: join(folder, 'outputs'),
    redact: (text) => text,
    onRun: (run) => runs.push(run),
    ...more,
  });
  return { hooks, runs };
}

export interface TestCall {
  readonly toolName: string;
  readonly toolInput: unknown;
  readonly signal: AbortSignal;
}

/** Puts one call to the PreToolUse hooks. */
export async function preToolUse(
  folder: string,
  { hooks }: ReturnType<typeof hooksIn>,
  call: Partial<TestCall> = {},
): Promise<PreToolUseOutcome & { readonly runs: readonly HookRun[] }> {
  const answered = await hooks.run({
    event: 'PreToolUse',
    cwd: join(folder, 'workspace'),
    fields: {
      tool_name: call.toolName ?? 'Bash',
      tool_input: call.toolInput ?? { command: 'ls' },
      tool_use_id: 'toolu_1',
    },
    signal: call.signal ?? new AbortController().signal,
  });
  return { ...mergeAnswers(answered), runs: answered.map(({ run }) => run) };
}

/** A PreToolUse hook of this process; what it gives is its `hookSpecificOutput`. */
export function callbackHooks(
  decide: (call: {
    tool_name: string;
    tool_input: unknown;
    tool_use_id: string;
  }) => Promise<object>,
): Hooks {
  const run = async (input: unknown) => ({ hookSpecificOutput: await decide(input as never) });
  const hook = { type: 'callback' as const, name: 'hook', onFailure: 'block' as const, run };
  return hooksIn('/nonexistent', {}, { callbacks: [{ event: 'PreToolUse', hook }] }).hooks;
}
