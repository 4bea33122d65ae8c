import { mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import type { RunEvent } from '../../src/events/run-event.ts';
import type { CallResult } from '../../src/pipeline/call-result.ts';
import { DenialCount } from '../../src/pipeline/denial-count.ts';
import type { Governance } from '../../src/pipeline/governance.ts';
import { textOf } from '../../src/pipeline/text-block.ts';
import type { CommandHook, HookConfiguration } from '../../src/policy/hooks/hook-config.ts';
import { buildTool, type ToolDefinition } from '../../src/tool/build-tool.ts';
import { lazySchema } from '../../src/tool/lazy-schema.ts';
import { ReadState } from '../../src/tool/read-state.ts';
import { NO_SUBJECT } from '../../src/tool/subject.ts';
import type { AnyTool } from '../../src/tool/tool.ts';
import type { AppState, ToolUseContext } from '../../src/tool/tool-use-context.ts';

import { commandHook, hooksIn } from '../hooks/hooks-in.ts';

export interface EchoInput {
  text: string;
}

const inputSchema = lazySchema(() =>
  z.strictObject({ text: z.string().describe('What to give back.') }),
);

/** A tool that gives back its input, changed as a test needs it. */
export function echoTool(
  changes: Partial<ToolDefinition<EchoInput, string, string>> = {},
): AnyTool {
  return buildTool<EchoInput, string, string>({
    name: 'Echo',
    description: () => 'Gives back its text.',
    prompt: () => 'Gives back its text.',
    inputSchema,
    call: async ({ text }) => ({ data: text }),
    ...changes,
  }) as AnyTool;
}

/** The same, proven to change nothing and safe beside others. */
export const readingTool = (
  changes: Partial<ToolDefinition<EchoInput, string, string>> = {},
): AnyTool =>
  echoTool({
    name: 'Look',
    isReadOnly: () => true,
    isConcurrencySafe: () => true,
    preparePermissionMatcher: () => ({ ...NO_SUBJECT, readOnly: true, effects: ['read'] }),
    ...changes,
  });

export interface Workbench {
  readonly context: ToolUseContext;
  readonly events: RunEvent[];
  readonly governance: Governance;
  readonly folder: string;
  /** The events of one type. */
  ofType<T extends RunEvent['type']>(type: T): Extract<RunEvent, { type: T }>[];
}

/** A session with real folders in which everything is allowed, but for what a test changes. */
export function workbench(
  pool: readonly AnyTool[],
  changes: Partial<Governance> & {
    hookCommands?: readonly CommandHook[];
    hookConfiguration?: HookConfiguration;
  } = {},
): Workbench {
  const { hookCommands = [], hookConfiguration = {}, ...rest } = changes;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pipeline-')));
  for (const name of ['workspace', 'run', 'project']) mkdirSync(join(folder, name));
  const workspace = join(folder, 'workspace');
  const events: RunEvent[] = [];
  let clock = 0;
  const governance: Governance = {
    emit: (event) => events.push(event),
    now: () => {
      clock += 1;
      return clock;
    },
    hooks: hooksIn(
      folder,
      { PreToolUse: [{ matcher: '', hooks: hookCommands }], ...hookConfiguration },
      {
        onRun: (run, tool) =>
          governance.emit({
            type: 'hook_response',
            at: governance.now(),
            run,
            ...(tool && { tool }),
          }),
      },
    ).hooks,
    trust: 'trusted',
    decide: () => ({ behavior: 'allow', by: { step: 'allow_rule', rule: 'Echo' }, reason: 'ok' }),
    answer: (verdict, { effects }) => ({
      behavior: 'deny',
      asked: true,
      asked_because: verdict.because,
      decided_by: { step: 'default' },
      reason: verdict.reason,
      effects,
    }),
    redact: (text) => text,
    beforeChange: async () => {},
    recordFailure: () => undefined,
    denials: new DenialCount(),
    repeatedDenials: 3,
    dryRun: false,
    readOnlyAgent: false,
    graceMs: 20,
    explainMissing: (name) => `There is no tool ${name}.`,
    ...rest,
  };
  return {
    context: contextOf(pool, workspace, join(folder, 'run')),
    events,
    governance,
    folder,
    ofType: (type) => events.filter((event) => event.type === type) as never,
  };
}

function contextOf(
  pool: readonly AnyTool[],
  workspace: string,
  runDirectory: string,
): ToolUseContext {
  let appState: AppState = { todos: [], structuredOutput: undefined };
  return {
    workspace: { root: workspace, directory: workspace, home: workspace, runDirectory },
    cwd: workspace,
    abort: new AbortController(),
    messages: [],
    assistantMessage: undefined,
    toolUseId: 'toolu_1',
    readState: new ReadState(),
    getAppState: () => appState,
    setAppState: (change) => {
      appState = change(appState);
    },
    pool,
    model: 'model',
    nonInteractive: true,
    environment: {},
    limits: { timeoutMs: 5_000 },
    outputJSONSchema: undefined,
    notify: () => {},
    canUseTool: async () => ({ behavior: 'deny', message: 'no gate' }),
  };
}

export const use = (name: string, input: unknown, id = 'toolu_1') => ({
  type: 'tool_use' as const,
  caller: { type: 'direct' as const },
  id,
  name,
  input,
});

export const textIn = (result: Pick<CallResult, 'block'> | undefined): string =>
  result === undefined ? '' : textOf(result.block);

export const hook = commandHook;

/** A hook that prints this as its answer. */
export const hookSaying = (answer: object): CommandHook =>
  hook(`cat >/dev/null; cat <<'JSON'\n${JSON.stringify({ hookSpecificOutput: answer })}\nJSON`);
