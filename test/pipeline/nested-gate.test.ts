import { expect, test } from 'vitest';
import { runToolCall } from '../../src/pipeline/run-tool-call.ts';
import type { AnyTool } from '../../src/tool/tool.ts';
import { callbackHooks } from '../hooks/hooks-in.ts';
import { echoTool, hookSaying, readingTool, textIn, use, workbench } from './workbench.ts';

/** A tool that calls others, as an interpreter would: each line is one call. */
function interpreter(tool: AnyTool) {
  return echoTool({
    name: 'Interpreter',
    call: async ({ text }, context) => {
      const lines: string[] = [];
      for (const line of text.split('\n')) {
        const gate = await context.canUseTool(tool, { text: line });
        lines.push(gate.behavior === 'allow' ? JSON.stringify(gate.input) : gate.message);
      }
      return { data: lines.join('\n') };
    },
  });
}

const decide: NonNullable<Parameters<typeof workbench>[1]>['decide'] = ({ input }) =>
  input?.['text'] === 'bad'
    ? { behavior: 'deny', by: { step: 'deny_rule', rule: 'Echo(bad)' }, reason: 'Bad.' }
    : { behavior: 'allow', by: { step: 'allow_rule' }, reason: '' };

test('calls inside a call pass the same gate, each with its own record', async () => {
  const echo = echoTool();
  const bench = workbench([interpreter(echo), echo], { decide });
  const toolUse = use('Interpreter', { text: 'good\nbad' });
  const result = await runToolCall(toolUse, bench.governance, bench.context);
  expect(textIn(result)).toMatch(/^\{"text":"good"\}\nDenied: Bad\.\n/);
  const records = bench.ofType('permission_decision');
  expect(records.map(({ call, decision }) => [call.toolUseId, decision.behavior])).toEqual([
    ['toolu_1', 'allow'],
    ['toolu_1.1', 'allow'],
    ['toolu_1.2', 'deny'],
  ]);
  expect(result.denial).toMatchObject({ toolUseId: 'toolu_1.2', rule: 'Echo(bad)' });
});

test('hooks change and judge them too', async () => {
  const echo = echoTool();
  const bench = workbench([interpreter(echo), echo], {
    decide,
    hooks: callbackHooks(async ({ tool_name }) =>
      tool_name === 'Echo' ? { updatedInput: { text: 'bad' } } : {},
    ),
  });
  const toolUse = use('Interpreter', { text: 'good' });
  const result = await runToolCall(toolUse, bench.governance, bench.context);
  expect(result.denial?.toolUseId).toBe('toolu_1.1');
});

test('a bad input, a tool out of the pool and a dry run are refused', async () => {
  const echo = echoTool();
  const look = readingTool();
  const outer = readingTool({
    name: 'Outer',
    call: async (_input, context) => {
      const tries = [
        await context.canUseTool(echo, { text: 1 }),
        await context.canUseTool(echoTool({ name: 'Hidden' }), { text: 'x' }),
        await context.canUseTool(echo, { text: 'x' }),
        await context.canUseTool(look, { text: 'x' }),
      ];
      return { data: tries.map(({ behavior }) => behavior).join() };
    },
  });
  const bench = workbench([outer, echo, look], { dryRun: true });
  const result = await runToolCall(use('Outer', { text: 'x' }), bench.governance, bench.context);
  expect(textIn(result)).toBe('deny,deny,deny,allow');
  expect(result.denial).toBeUndefined();
});

test('a hook’s words inside a stop end the run of the outer call', async () => {
  const echo = echoTool();
  const bench = workbench([interpreter(echo), echo], {
    decide: ({ toolName }) =>
      toolName === 'Echo'
        ? { behavior: 'ask', because: 'no_rule', by: { step: 'default' }, reason: 'No.' }
        : { behavior: 'allow', by: { step: 'allow_rule' }, reason: '' },
    answer: () => ({
      behavior: 'stop',
      asked: true,
      decided_by: { step: 'default' },
      reason: 'No.',
      effects: [],
    }),
    hookCommands: [hookSaying({})],
  });
  const toolUse = use('Interpreter', { text: 'x' });
  const result = await runToolCall(toolUse, bench.governance, bench.context);
  expect(result.endRun).toEqual({ stopReason: 'policy_stop', reason: 'No.' });
});
