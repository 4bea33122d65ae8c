import type { Message, MessageParam, Usage } from '@anthropic-ai/sdk/resources/messages';
import type { Denial, Outcome, Verdict } from '../../src/events/outcome.ts';
import type { RunEvent, RunInfo } from '../../src/events/run-event.ts';
import type { Decision } from '../../src/permission/decision.ts';

/** Noon of a day, milliseconds since the epoch. */
export const T0 = Date.UTC(2026, 10, 30, 12);
export const SECRET = { name: 'DEPLOY_TOKEN', value: 'deploy-7Qx9Zk2LmP4vT8wR1nB6cY3d' };

export const INFO: RunInfo = {
  sessionId: '5b0c7f0e-2f38-4b62-9d6c-1f2f7a3f9d10',
  version: '0.1.0',
  cwd: '/home/runner/work/sums/sums',
  runDirectory: '/home/runner/work/_temp/unattended/5b0c7f0e',
  model: 'claude-sonnet-5-5',
  provider: 'firstParty',
  tools: ['Bash', 'Edit', 'Glob', 'Grep', 'Read', 'TodoWrite', 'Write'],
  policy: {
    name: 'pr-fix',
    resolved: { version: 1, name: 'pr-fix' },
    sources: ['policies/pr-fix.yml', 'policies/read-only.yml'],
  },
  event: 'pull_request',
  trust: 'trusted',
  dryRun: false,
  configuration: 'base commit 1a2b3c4',
  cleanEnvironment: true,
  prompt: 'Fix the failing test.',
  runUrl: 'https://github.com/octo/sums/actions/runs/42',
};

const USAGE: Usage = {
  input_tokens: 1_200,
  output_tokens: 80,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 900,
  cache_creation: null,
  inference_geo: null,
  output_tokens_details: null,
  server_tool_use: null,
  service_tier: 'standard',
  speed: null,
};

export function answer(
  at: number,
  id: string,
  content: readonly Record<string, unknown>[],
  stop_reason: Message['stop_reason'] = 'tool_use',
): RunEvent {
  const message = {
    id,
    type: 'message',
    role: 'assistant',
    model: INFO.model,
    content,
    stop_reason,
    stop_sequence: null,
    usage: USAGE,
  } as unknown as Message;
  return { type: 'assistant', at: T0 + at, message, requestId: `req_${id}`, durationMs: 1_900 };
}

const text = (words: string) => ({ type: 'text', text: words, citations: null });
const use = (id: string, name: string, input: unknown) => ({ type: 'tool_use', id, name, input });

export function decided(
  at: number,
  id: string,
  name: string,
  input: unknown,
  summary: string,
  decision: Decision,
): RunEvent {
  const call = { toolUseId: id, toolName: name, toolInput: input, summary, durationMs: 0.4 };
  return { type: 'permission_decision', at: T0 + at, call, decision };
}

const READ_ONLY: Decision = {
  behavior: 'allow',
  asked: false,
  decided_by: { step: 'read_only' },
  reason: 'The call is proven to change nothing.',
  effects: ['read'],
};
const BY_RULE: Decision = {
  behavior: 'allow',
  asked: false,
  decided_by: {
    step: 'allow_rule',
    rule: 'Bash(npm test *)',
    file: 'policies/pr-fix.yml',
    line: 12,
  },
  reason: 'The rule allows it.',
  effects: ['execute'],
};
export const DENIED: Decision = {
  behavior: 'deny',
  asked: false,
  decided_by: {
    step: 'deny_rule',
    rule: 'Bash(git push *)',
    file: 'policies/read-only.yml',
    line: 14,
  },
  reason: 'Pushing is the job of the action: it delivers what you leave in the work tree.',
  suggestion: 'permissions:\n  allow: ["Bash(git push *)"]',
  effects: ['network'],
};

function call(
  at: number,
  id: string,
  name: string,
  summary: string,
  ms: number,
  lines: string,
  isError = false,
): RunEvent[] {
  const head = { toolUseId: id, toolName: name };
  const rendered = [{ type: 'code', text: lines } as const];
  return [
    { type: 'tool_started', at: T0 + at, ...head, summary, rendered: [] },
    {
      type: 'tool_finished',
      at: T0 + at + ms,
      ...head,
      summary,
      rendered,
      isError,
      durationMs: ms,
      sizeChars: lines.length,
      persistedPath: undefined,
    },
  ];
}

function results(at: number, outputs: Readonly<Record<string, unknown>>): RunEvent {
  const content = Object.keys(outputs).map((tool_use_id) => ({
    type: 'tool_result' as const,
    tool_use_id,
    content: JSON.stringify(outputs[tool_use_id]),
  }));
  return { type: 'tool_results', at: T0 + at, message: { role: 'user', content }, outputs };
}

const DENIAL: Denial = {
  toolUseId: 'toolu_5',
  toolName: 'Bash',
  toolInput: { command: 'git push origin HEAD' },
  summary: 'Bash git push origin HEAD',
  step: 'deny_rule',
  rule: 'Bash(git push *)',
  file: 'policies/read-only.yml',
  line: 14,
  reason: DENIED.reason,
  suggestion: DENIED.suggestion,
};

export const OUTCOME: Outcome = {
  stopReason: 'completed',
  result: 'The test failed because `sum` started at 1. It starts at 0 now, and all 12 tests pass.',
  structuredOutput: undefined,
  errors: [],
  numTurns: 5,
  durationMs: 21_400,
  durationApiMs: 9_500,
  costUsd: 0.0312,
  costIsEstimate: false,
  usage: USAGE,
  modelUsage: {
    'claude-sonnet-5-5': {
      inputTokens: 6_000,
      outputTokens: 400,
      cacheReadInputTokens: 4_500,
      cacheCreationInputTokens: 1_100,
      costUSD: 0.0312,
      costIsEstimate: false,
    },
  },
  denials: [DENIAL],
  changedFiles: [
    { path: 'src/sum.js', status: 'modified', added: 1, removed: 1 },
    { path: 'test/sum.test.js', status: 'added', added: 14, removed: 0 },
  ],
};

export const VERDICT: Verdict = {
  conclusion: 'success',
  stopReason: 'completed',
  headline: 'Done in 5 turns, 1 call refused',
  exitCode: 0,
};

const todo = (content: string, status: 'pending' | 'in_progress' | 'completed') => ({
  content,
  status,
  activeForm: content.replace(/^Fix/, 'Fixing').replace(/^Run/, 'Running'),
});
const prompt: MessageParam = { role: 'user', content: INFO.prompt };

/** A run that repairs a function: reads, fails, edits, passes, is refused a push. */
export const SAMPLE: readonly RunEvent[] = [
  { type: 'run_started', at: T0, info: INFO },
  { type: 'prompt', at: T0, message: prompt },
  { type: 'request_started', at: T0 + 50, turn: 1 },
  { type: 'words', at: T0 + 1_500, text: 'I look at the test first.' },
  answer(2_000, 'msg_1', [
    text('I look at the test first.'),
    use('toolu_1', 'Read', { file_path: 'test/sum.test.js' }),
  ]),
  decided(
    2_001,
    'toolu_1',
    'Read',
    { file_path: 'test/sum.test.js' },
    'Read test/sum.test.js',
    READ_ONLY,
  ),
  ...call(
    2_001,
    'toolu_1',
    'Read',
    'Read test/sum.test.js',
    3,
    '1\timport { sum } from "../src/sum.js";',
  ),
  results(2_010, { toolu_1: { type: 'text', lines: 1 } }),
  {
    type: 'api_retry',
    at: T0 + 2_100,
    retry: { attempt: 1, maxRetries: 10, delayMs: 600, status: 529, error: 'overloaded_error' },
  },
  answer(5_000, 'msg_2', [
    use('toolu_2', 'TodoWrite', {
      todos: [todo('Fix the start value', 'in_progress'), todo('Run the tests', 'pending')],
    }),
    use('toolu_3', 'Bash', { command: 'npm test' }),
  ]),
  decided(5_001, 'toolu_2', 'TodoWrite', { todos: [] }, 'TodoWrite', READ_ONLY),
  {
    type: 'todos',
    at: T0 + 5_002,
    todos: [todo('Fix the start value', 'in_progress'), todo('Run the tests', 'pending')],
  },
  decided(5_003, 'toolu_3', 'Bash', { command: 'npm test' }, 'Bash npm test', BY_RULE),
  ...call(
    5_003,
    'toolu_3',
    'Bash',
    'Bash npm test',
    4_200,
    `${'ok\n'.repeat(20)}not ok 12 - adds\n::error::forged\nusing ${SECRET.value}\nExit code 1`,
    true,
  ),
  results(9_300, { toolu_2: { type: 'todos' }, toolu_3: { type: 'exit', code: 1 } }),
  answer(12_000, 'msg_3', [
    use('toolu_4', 'Edit', { file_path: 'src/sum.js', old_string: '1', new_string: '0' }),
  ]),
  decided(12_001, 'toolu_4', 'Edit', { file_path: 'src/sum.js' }, 'Edit src/sum.js (+1 -1)', {
    ...BY_RULE,
    decided_by: { step: 'allow_rule', rule: 'Edit(src/**)', file: 'policies/pr-fix.yml', line: 9 },
    effects: ['write'],
  }),
  ...call(
    12_001,
    'toolu_4',
    'Edit',
    'Edit src/sum.js (+1 -1)',
    6,
    '-let total = 1;\n+let total = 0;',
  ),
  results(12_010, { toolu_4: { type: 'edit' } }),
  answer(15_000, 'msg_4', [use('toolu_5', 'Bash', { command: 'git push origin HEAD' })]),
  decided(
    15_001,
    'toolu_5',
    'Bash',
    { command: 'git push origin HEAD' },
    'Bash git push origin HEAD',
    DENIED,
  ),
  results(15_002, { toolu_5: DENIED.reason }),
  {
    type: 'todos',
    at: T0 + 15_003,
    todos: [todo('Fix the start value', 'completed'), todo('Run the tests', 'completed')],
  },
  { type: 'words', at: T0 + 20_900, text: OUTCOME.result },
  answer(21_000, 'msg_5', [text(OUTCOME.result)], 'end_turn'),
  {
    type: 'notice',
    at: T0 + 21_100,
    level: 'notice',
    text: 'The instructions of the head differ: AGENTS.md.',
  },
  { type: 'run_finished', at: T0 + 21_400, outcome: OUTCOME, verdict: VERDICT },
];
