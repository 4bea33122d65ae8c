import { describe, expect, test } from 'vitest';
import type { Verdict } from '../../src/permission/decision.ts';
import { runToolCall } from '../../src/pipeline/run-tool-call.ts';
import { ToolRefusal } from '../../src/tool/refusal.ts';
import type { AnyTool } from '../../src/tool/tool.ts';
import { echoTool, hook, hookSaying, readingTool, textIn, use, workbench } from './workbench.ts';

const ran: string[] = [];
const noting = (changes = {}) =>
  echoTool({
    call: async ({ text }) => {
      ran.push(text);
      return { data: text };
    },
    ...changes,
  });

const denyRule: Verdict = {
  behavior: 'deny',
  by: { step: 'deny_rule', rule: 'Echo(x)', file: 'policies/p.yml', line: 7 },
  reason: 'The rule “Echo(x)” denies it.',
};
const open: Verdict = {
  behavior: 'ask',
  because: 'no_rule',
  by: { step: 'default' },
  reason: 'No rule allows it.',
  suggestion: 'permissions: { allow: ["Echo"] }',
};

interface Case {
  readonly step: string;
  readonly input?: unknown;
  readonly name?: string;
  readonly tool?: AnyTool;
  readonly changes?: Parameters<typeof workbench>[1];
  readonly denial: boolean;
  readonly says: RegExp;
}

const CASES: Case[] = [
  { step: 'pool', name: 'Nope', denial: false, says: /There is no tool Nope/ },
  {
    step: 'pool',
    changes: {
      explainUnseen: (tool, messages) =>
        messages.length === 0 ? `Search for ${tool.name} first.` : undefined,
    },
    denial: false,
    says: /^Search for Echo first\.$/,
  },
  { step: 'schema', input: { text: 1 }, denial: false, says: /`text` is 1/ },
  { step: 'schema', input: { text: 'x', more: 1 }, denial: false, says: /no field `more`/ },
  { step: 'schema', input: 'x', denial: false, says: /expected an object/ },
  {
    step: 'validate',
    tool: noting({
      validateInput: async () => {
        throw new ToolRefusal('Use Read instead.');
      },
    }),
    denial: false,
    says: /^Use Read instead\.$/,
  },
  {
    step: 'validate',
    tool: noting({
      validateInput: async () => {
        throw new TypeError('oops');
      },
    }),
    denial: false,
    says: /not run, because judging it failed: oops/,
  },
  {
    step: 'hook',
    changes: {
      hookCommands: [hook('echo "not here" >&2; exit 2', { source: { file: 'p.yml', line: 12 } })],
    },
    denial: true,
    says: /Denied: not here\nDecided by the hook “echo .*” in p\.yml:12\.\nInstead: .*\nDon't retry this call unchanged/,
  },
  {
    step: 'deny_rule',
    changes: { decide: () => denyRule },
    denial: true,
    says: /deny rule “Echo\(x\)” in policies\/p\.yml:7\.\nInstead: [^\n]+\nDon't retry/,
  },
  {
    step: 'tool',
    changes: { readOnlyAgent: true },
    denial: true,
    says: /only reads/,
  },
  { step: 'default', changes: { decide: () => open }, denial: true, says: /No rule allows it/ },
  {
    step: 'validate',
    changes: {
      decide: () => {
        throw new Error('rules broke');
      },
    },
    denial: false,
    says: /not run, because judging it failed: rules broke/,
  },
];

describe('each step that refuses', () => {
  test.each(CASES)('$step: $says', async ({ step, input, name, tool, changes, denial, says }) => {
    ran.length = 0;
    const bench = workbench([tool ?? noting()], changes ?? {});
    const toolUse = use(name ?? 'Echo', input ?? { text: 'x' });
    const result = await runToolCall(toolUse, bench.governance, bench.context);
    expect(ran).toEqual([]);
    expect(result.block).toMatchObject({
      type: 'tool_result',
      tool_use_id: 'toolu_1',
      is_error: true,
    });
    expect(textIn(result)).toMatch(says);
    expect(result.denial !== undefined).toBe(denial);
    const decisions = bench.ofType('permission_decision');
    expect(decisions).toHaveLength(1);
    expect(decisions[0]?.decision).toMatchObject({ behavior: 'deny', decided_by: { step } });
    expect(decisions[0]?.call.toolInput).toEqual(input ?? { text: 'x' });
    expect(bench.ofType('tool_started')).toEqual([]);
  });
});

test('a denial by a hook says which, and where it stands', async () => {
  const guard = hook('echo no >&2; exit 2', { source: { file: 'p.yml', line: 12 } });
  const bench = workbench([echoTool()], { hookCommands: [guard] });
  const result = await runToolCall(use('Echo', { text: 'x' }), bench.governance, bench.context);
  const place = { rule: 'echo no >&2; exit 2', file: 'p.yml', line: 12 };
  expect(result.denial).toMatchObject({ step: 'hook', reason: 'no', ...place });
});

test('a denial carries what the reports show', async () => {
  const bench = workbench([echoTool()], { decide: () => denyRule });
  const result = await runToolCall(use('Echo', { text: 'x' }), bench.governance, bench.context);
  expect(result.denial).toEqual({
    toolUseId: 'toolu_1',
    toolName: 'Echo',
    toolInput: { text: 'x' },
    summary: 'Echo',
    step: 'deny_rule',
    rule: 'Echo(x)',
    file: 'policies/p.yml',
    line: 7,
    reason: 'The rule “Echo(x)” denies it.',
    suggestion: undefined,
  });
});

test('stop ends the run, and so does a hook that says continue: false', async () => {
  const stopping = workbench([echoTool()], {
    decide: () => open,
    answer: () => ({
      behavior: 'stop',
      asked: true,
      decided_by: { step: 'ask_policy', rule: 'ask[0]' },
      reason: 'Never.',
      effects: [],
    }),
  });
  const call = use('Echo', { text: 'x' });
  const stopped = await runToolCall(call, stopping.governance, stopping.context);
  expect(stopped.endRun).toEqual({ stopReason: 'policy_stop', reason: 'Never.' });
  expect(textIn(stopped)).toContain('ends the run');

  const hooked = workbench([echoTool()], {
    hookCommands: [hook(`echo '{"continue":false,"stopReason":"enough"}'`)],
  });
  const halted = await runToolCall(call, hooked.governance, hooked.context);
  expect(halted.endRun).toEqual({ stopReason: 'hook_stopped', reason: 'enough' });
  expect(halted.decision.decided_by.step).toBe('hook');
});

test('the same denied call ends the run after so many times, whatever the order of its keys', async () => {
  const bench = workbench([echoTool()], { decide: () => denyRule, repeatedDenials: 3 });
  const run = (input: object) => runToolCall(use('Echo', input), bench.governance, bench.context);
  expect((await run({ text: 'a' })).endRun).toBeUndefined();
  expect((await run({ text: 'b' })).endRun).toBeUndefined();
  expect((await run({ text: 'a' })).endRun).toBeUndefined();
  const third = await run({ text: 'a' });
  expect(third.endRun).toMatchObject({ stopReason: 'denied' });
  expect(bench.governance.denials.add('T', { a: 1, b: { c: 2, d: 3 } })).toBe(1);
  expect(bench.governance.denials.add('T', { b: { d: 3, c: 2 }, a: 1 })).toBe(2);
});

test('bad inputs are no denials and never end the run', async () => {
  const bench = workbench([echoTool()], { repeatedDenials: 1 });
  for (let count = 0; count < 5; count += 1) {
    const result = await runToolCall(use('Echo', {}), bench.governance, bench.context);
    expect(result).toMatchObject({ denial: undefined, endRun: undefined });
  }
});

test('a hook’s allow lifts no deny rule (H6)', async () => {
  ran.length = 0;
  const bench = workbench([noting()], {
    decide: () => denyRule,
    hookCommands: [hookSaying({ permissionDecision: 'allow' })],
  });
  const result = await runToolCall(use('Echo', { text: 'x' }), bench.governance, bench.context);
  expect(result.decision.decided_by.step).toBe('deny_rule');
  expect(ran).toEqual([]);
});

test('an agent that only reads may read', async () => {
  const bench = workbench([readingTool()], { readOnlyAgent: true });
  const result = await runToolCall(use('Look', { text: 'x' }), bench.governance, bench.context);
  expect(textIn(result)).toBe('x');
});

test('what can not be put on record does not run, and ends the run', async () => {
  ran.length = 0;
  const bench = workbench([noting()], { recordFailure: () => new Error('ENOSPC: no space left') });
  const result = await runToolCall(use('Echo', { text: 'x' }), bench.governance, bench.context);
  expect(ran).toEqual([]);
  expect(result.endRun).toMatchObject({ stopReason: 'error' });
  expect(textIn(result)).toContain('nothing runs without a record');
});
