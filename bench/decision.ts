import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunEvent } from '../src/events/run-event.ts';
import { createHookRunner, type Hooks } from '../src/hooks/hook-runner.ts';
import { emptyHooks } from '../src/hooks/no-hooks.ts';
import { compileRules } from '../src/permission/compile-rules.ts';
import { decide } from '../src/permission/decide.ts';
import { parseRule } from '../src/permission/parse-rule.ts';
import { DenialCount } from '../src/pipeline/denial-count.ts';
import type { Governance } from '../src/pipeline/governance.ts';
import { StreamingExecutor } from '../src/pipeline/streaming-executor.ts';
import type { HookConfiguration } from '../src/policy/hooks/hook-config.ts';
import { ReadState } from '../src/tool/read-state.ts';
import type { ToolUseContext } from '../src/tool/tool-use-context.ts';
import { getAllBaseTools } from '../src/tools/all.ts';
import { median } from './figures/figure.ts';
import { ruleTexts } from './load-policy.ts';

/*
 * node bench/decision.ts (npm run bench ends with it): how long after the end of its block a call is
 * decided, with its command known from the stream, and how long after its hook it starts. Milliseconds.
 */
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bench-decision-')));
for (const name of ['workspace', 'run']) mkdirSync(join(folder, name));
const root = join(folder, 'workspace');
const workspace = { root, directory: root, home: root, runDirectory: join(folder, 'run') };
const pool = getAllBaseTools();
await Promise.all(pool.map((tool) => tool.prepare()));
const rules = compileRules(
  {
    deny: ruleTexts(700).map((text) => parseRule(text, { file: 'bench', line: 1 })),
    ask: [],
    allow: ruleTexts(300).map((text) => parseRule(text, { file: 'bench', line: 1 })),
  },
  workspace,
);
const COMMANDS = ['git status && git diff --stat', "grep -rn 'foo' src | head", 'wc -l x; ls -la'];
const HOOK_SECONDS = 0.1;
/** Where the hooks of the round at hand are told of. */
let told: (event: RunEvent) => void = () => {};

const absent = await rounds(hooksOf({}), 60);
const machinery = await costOfMachinery();
const hooked = await rounds(hooksOf(sleeping()), 12);
rmSync(folder, { recursive: true });
print([
  [
    'a decision after the end of its block, no hook',
    median(absent.map(({ decided }) => decided)),
    2,
  ],
  [
    `a call's start after the end of its block, less its hook's ${HOOK_SECONDS} s`,
    median(hooked.map(({ started, hook }) => started - hook)),
    5,
  ],
  ['hooks absent: a call more than one without their machinery', machinery, 0.1],
]);

interface Times {
  readonly decided: number;
  readonly started: number;
  readonly ended: number;
  /** What the hook took itself. */
  readonly hook: number;
}

async function rounds(hooks: Hooks, count: number): Promise<Times[]> {
  const times: Times[] = [];
  for (let round = 0; round < count; round += 1) {
    const command = COMMANDS[round % COMMANDS.length] ?? '';
    const time = await one(hooks, { name: 'Bash', input: { command } }, `call_${round}`);
    // The first rounds compile our own code.
    if (round >= count / 3) times.push(time);
  }
  return times;
}

/** In turn with calls that have none of it, for times drift; a call that starts no process. */
async function costOfMachinery(): Promise<number> {
  const call = { name: 'TodoWrite', input: { todos: [] } };
  const times: { [Kind in 'with' | 'without']: number[] } = { with: [], without: [] };
  for (let round = 0; round < 600; round += 1) {
    times.with.push((await one(hooksOf({}), call, 'call')).ended);
    times.without.push((await one(emptyHooks(), call, 'call')).ended);
  }
  return Math.max(0, median(times.with) - median(times.without));
}

interface Call {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

async function one(hooks: Hooks, { name, input }: Call, id: string): Promise<Times> {
  const at = new Map<RunEvent['type'], number>();
  let hook = 0;
  const emit = (event: RunEvent) => {
    at.set(event.type, performance.now());
    if (event.type === 'hook_response') hook = event.run.durationMs;
  };
  told = emit;
  const calls = new StreamingExecutor({
    governance: governance(hooks, emit),
    state: { context: context() },
    assistantMessage: () => undefined,
    messages: [],
  });
  const fields = Object.entries(input).map(([key, value]) => ({ key, value }));
  calls.preview({ id, name }, fields);
  await new Promise(setImmediate);
  const end = performance.now();
  const caller = { type: 'direct' as const };
  calls.add({ type: 'tool_use', caller, id, name, input });
  await calls.finish();
  const after = (type: RunEvent['type']) => (at.get(type) ?? Number.NaN) - end;
  return {
    decided: after('permission_decision'),
    started: after('tool_started'),
    ended: performance.now() - end,
    hook,
  };
}

function hooksOf(configuration: HookConfiguration): Hooks {
  return createHookRunner({
    configuration,
    common: {
      sessionId: 's',
      transcriptPath: '/dev/null',
      permissionMode: 'dontAsk',
      promptId: 'p',
      effort: undefined,
    },
    place: async () => ({
      directory: root,
      environment: { PATH: process.env['PATH'] ?? '' },
      variable: () => undefined,
      post: async () => '',
      ask: async () => '',
      callTool: async () => '',
    }),
    workspace,
    outputs: folder,
    redact: (text) => text,
    onRun: (run) => told({ type: 'hook_response', at: 0, run }),
  });
}

function sleeping(): HookConfiguration {
  const command = `sleep ${HOOK_SECONDS}`;
  return {
    PreToolUse: [{ matcher: '', hooks: [{ type: 'command', command, onFailure: 'block' }] }],
  };
}

function governance(hooks: Hooks, emit: Governance['emit']): Governance {
  return {
    emit,
    now: Date.now,
    hooks,
    trust: 'trusted',
    decide: (facts) => decide({ ...facts, rules, trust: 'trusted', workspace }),
    answer: (verdict, { effects }) => ({
      behavior: 'deny',
      asked: true,
      decided_by: { step: 'default' },
      reason: verdict.reason,
      effects,
    }),
    redact: (text) => text,
    beforeChange: async () => {},
    recordFailure: () => undefined,
    denials: new DenialCount(),
    repeatedDenials: 1_000,
    dryRun: false,
    readOnlyAgent: false,
    graceMs: 100,
    explainMissing: (name) => name,
  };
}

function context(): ToolUseContext {
  return {
    workspace,
    cwd: root,
    abort: new AbortController(),
    messages: [],
    assistantMessage: undefined,
    toolUseId: '',
    readState: new ReadState(),
    getAppState: () => ({ todos: [], structuredOutput: undefined }),
    setAppState: () => {},
    pool,
    model: '',
    nonInteractive: true,
    environment: { PATH: process.env['PATH'] ?? '' },
    limits: { timeoutMs: 10_000 },
    outputJSONSchema: undefined,
    notify: () => {},
    canUseTool: async () => ({ behavior: 'deny', message: '' }),
  };
}

function print(rows: readonly (readonly [name: string, value: number, goal: number])[]): void {
  console.log('\n| decisions, ms | ours | goal | reached |\n| --- | --- | --- | --- |');
  for (const [name, value, goal] of rows) {
    console.log(
      `| ${name} | ${value.toFixed(3)} | ${goal} | ${value <= goal ? 'yes' : '**no**'} |`,
    );
  }
}
