import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { ReadState } from '../../src/tool/read-state.ts';
import type { AppState, ToolUseContext } from '../../src/tool/tool-use-context.ts';
import { getAllBaseTools } from '../../src/tools/all.ts';

// As a session does while its first request is on its way.
await Promise.all(getAllBaseTools().map((tool) => tool.prepare()));

/** A context on a fresh folder, which is removed after the test. */
export interface TestContext extends ToolUseContext {
  readonly notes: string[];
}

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

export function toolContext(overrides: Partial<ToolUseContext> = {}): TestContext {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'unattended-tool-')));
  folders.push(top);
  const root = join(top, 'workspace');
  for (const name of ['workspace', 'home', 'run/outputs', 'run/context'])
    mkdirSync(join(top, name), { recursive: true });
  let state: AppState = { todos: [], structuredOutput: undefined };
  const notes: string[] = [];
  return {
    workspace: {
      root,
      directory: root,
      home: join(top, 'home'),
      runDirectory: join(top, 'run'),
    },
    cwd: root,
    abort: new AbortController(),
    messages: [],
    assistantMessage: undefined,
    toolUseId: 'toolu_test',
    readState: new ReadState(),
    getAppState: () => state,
    setAppState: (change) => {
      state = change(state);
    },
    pool: [],
    model: 'test-model',
    nonInteractive: true,
    environment: { PATH: process.env['PATH'] ?? '', HOME: join(top, 'home'), LANG: 'C.UTF-8' },
    limits: { timeoutMs: 20_000 },
    outputJSONSchema: undefined,
    notify: (_level, text) => notes.push(text),
    canUseTool: async () => ({ behavior: 'deny', message: 'Nothing is allowed in this test.' }),
    notes,
    ...overrides,
  };
}
