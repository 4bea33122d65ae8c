import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { childEnvironment } from '../../../src/base/child-environment.ts';
import { ReadState } from '../../../src/tool/read-state.ts';
import type { ToolUseContext } from '../../../src/tool/tool-use-context.ts';

/** A context on a fresh workspace, removed when the test ends. */
export function freshContext(change: Partial<ToolUseContext> = {}): ToolUseContext {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'tools-')));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const root = join(base, 'workspace');
  const runDirectory = join(base, 'run');
  mkdirSync(root);
  mkdirSync(runDirectory);
  let state = { todos: [], structuredOutput: undefined } as ReturnType<
    ToolUseContext['getAppState']
  >;
  return {
    workspace: { root, directory: root, home: homedir(), runDirectory },
    cwd: root,
    abort: new AbortController(),
    messages: [],
    assistantMessage: undefined,
    toolUseId: 'toolu_01',
    readState: new ReadState(),
    getAppState: () => state,
    setAppState: (next) => {
      state = next(state);
    },
    pool: [],
    model: 'test',
    nonInteractive: true,
    environment: childEnvironment(process.env, [], []),
    limits: { timeoutMs: 20_000 },
    outputJSONSchema: undefined,
    notify: () => {},
    canUseTool: async () => ({ behavior: 'deny', message: 'not here' }),
    ...change,
  };
}
