import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runToolCall } from '../../src/pipeline/run-tool-call.ts';
import { ToolRefusal } from '../../src/tool/refusal.ts';
import { echoTool, hookSaying, readingTool, textIn, use, workbench } from './workbench.ts';

const call = use('Echo', { text: 'hello' });

test('a call that is allowed is decided, then run, then reported', async () => {
  const bench = workbench([echoTool({ rendering: { summary: ({ text }) => `Echo ${text}` } })]);
  const result = await runToolCall(call, bench.governance, bench.context);
  expect(result).toMatchObject({
    block: { type: 'tool_result', tool_use_id: 'toolu_1', content: 'hello' },
    output: 'hello',
    denial: undefined,
    endRun: undefined,
    cancelsSiblings: false,
  });
  expect(bench.events.map((event) => event.type)).toEqual([
    'permission_decision',
    'tool_started',
    'tool_finished',
  ]);
  expect(bench.ofType('tool_finished')[0]).toMatchObject({
    summary: 'Echo hello',
    isError: false,
    sizeChars: 5,
  });
});

test('a former name finds the tool, and the record names the tool', async () => {
  const bench = workbench([echoTool({ aliases: ['Say'] })]);
  const result = await runToolCall(use('Say', { text: 'x' }), bench.governance, bench.context);
  expect(textIn(result)).toBe('x');
  expect(bench.ofType('permission_decision')[0]?.call.toolName).toBe('Echo');
});

test('the decision is recorded before anything runs (P13)', async () => {
  const seen: string[] = [];
  const bench = workbench([
    echoTool({
      call: async () => {
        seen.push(...bench.events.map((event) => event.type));
        return { data: '' };
      },
    }),
  ]);
  await runToolCall(call, bench.governance, bench.context);
  expect(seen).toEqual(['permission_decision', 'tool_started']);
});

test('what was decided on is exactly what runs, and nobody can change it', async () => {
  let decided: unknown;
  let run: unknown;
  const bench = workbench(
    [
      echoTool({
        backfillObservableInput: ({ text }) => ({ text: `/full/${text}` }),
        call: async (input) => {
          run = input;
          return { data: input.text };
        },
      }),
    ],
    {
      decide: ({ input }) => {
        decided = input;
        return { behavior: 'allow', by: { step: 'allow_rule' }, reason: '' };
      },
    },
  );
  await runToolCall(call, bench.governance, bench.context);
  expect(run).toEqual({ text: '/full/hello' });
  expect(decided).toEqual(run);
  expect(Object.isFrozen(run)).toBe(true);
  expect(bench.ofType('permission_decision')[0]?.call).toMatchObject({
    toolInput: { text: 'hello' },
    updatedInput: { text: '/full/hello' },
  });
});

describe('input that a hook changes', () => {
  test('is judged and run, and recorded (H9)', async () => {
    const bench = workbench([echoTool()], {
      hookCommands: [hookSaying({ permissionDecision: 'allow', updatedInput: { text: 'new' } })],
      decide: ({ input, hook }) => ({
        behavior: input?.['text'] === 'new' && hook?.decision === 'allow' ? 'allow' : 'deny',
        by: { step: 'allow_rule' },
        reason: '',
      }),
    });
    const result = await runToolCall(call, bench.governance, bench.context);
    expect(textIn(result)).toBe('new');
    expect(bench.ofType('permission_decision')[0]?.call.updatedInput).toEqual({ text: 'new' });
    expect(bench.ofType('hook_response')).toMatchObject([{ tool: { useId: 'toolu_1' } }]);
  });

  test.each([
    ['schema', { text: 3 }],
    ['schema', { secret: 'x' }],
    ['validate', { text: 'bad' }],
  ])('goes through the %s step again: %j', async (step, updatedInput) => {
    const tool = echoTool({
      validateInput: async ({ text }) => {
        if (text === 'bad') throw new ToolRefusal('bad text');
      },
    });
    const bench = workbench([tool], {
      hookCommands: [{ ...hookSaying({ updatedInput }), source: { file: 'p.yml', line: 5 } }],
    });
    const result = await runToolCall(call, bench.governance, bench.context);
    expect(result.decision.decided_by.step).toBe(step);
    expect(bench.ofType('tool_started')).toEqual([]);
    // The model is not to blame, and can do nothing about it.
    expect(textIn(result)).toMatch(
      /^.*The input was changed by the hook “cat .*” \(p\.yml:5\), and /,
    );
  });
});

test('what a hook adds stands beside the result, in a block of its own', async () => {
  const bench = workbench([echoTool()], {
    hookCommands: [hookSaying({ additionalContext: 'mind the gap' })],
  });
  const result = await runToolCall(call, bench.governance, bench.context);
  expect(result.block.content).toEqual([
    { type: 'text', text: 'hello' },
    { type: 'text', text: '<system-reminder>\nmind the gap\n</system-reminder>' },
  ]);
});

test('a long result is cut, and the whole lies on disk without its secrets', async () => {
  const secret = 'sk-secret';
  const text = `${'a'.repeat(500)}${secret}${'b'.repeat(500)}end`;
  const bench = workbench([echoTool({ maxResultSizeChars: 100 })], {
    redact: (dirty) => dirty.replaceAll(secret, '***'),
  });
  const toolUse = use('Echo', { text }, '../../evil');
  const result = await runToolCall(toolUse, bench.governance, bench.context);
  const path = join(bench.folder, 'run', 'outputs', '______evil.txt');
  expect(readFileSync(path, 'utf8')).toBe(text.replace(secret, '***'));
  expect(textIn(result)).toContain(path);
  expect(textIn(result)).toMatch(/906 of 1006 characters are left out/);
  expect(textIn(result).endsWith('end')).toBe(true);
  expect(bench.ofType('tool_finished')[0]).toMatchObject({ persistedPath: path, sizeChars: 1006 });
});

test('a result that can not be redacted is withheld', async () => {
  const bench = workbench([echoTool()], {
    redact: () => {
      throw new Error('broken');
    },
  });
  const result = await runToolCall(call, bench.governance, bench.context);
  expect(JSON.stringify(result.block)).not.toContain('hello');
  expect(result.block.is_error).toBe(true);
});

test('secrets are out of errors, notes and new messages too', async () => {
  const bench = workbench(
    [
      echoTool({
        call: async () => ({
          data: 'x',
          newMessages: [{ role: 'user', content: [{ type: 'text', text: 'a secret' }] }],
        }),
      }),
    ],
    {
      redact: (text) => text.replaceAll('secret', '***'),
      hookCommands: [hookSaying({ additionalContext: 'the secret' })],
    },
  );
  const result = await runToolCall(call, bench.governance, bench.context);
  expect(JSON.stringify(result.newMessages)).toContain('a ***');
  expect(textIn(result)).toContain('the ***');
});

test('the start is recorded before the first change, and not for a look', async () => {
  const order: string[] = [];
  const note = (word: string) => async () => {
    order.push(word);
    return { data: '' };
  };
  const bench = workbench(
    [echoTool({ call: note('change') }), readingTool({ call: note('look') })],
    {
      beforeChange: async () => {
        order.push('snapshot');
      },
    },
  );
  await runToolCall(use('Look', call.input), bench.governance, bench.context);
  await runToolCall(call, bench.governance, bench.context);
  expect(order).toEqual(['look', 'snapshot', 'change']);
});

test('when the start can not be recorded nothing is changed and the run ends', async () => {
  const bench = workbench([echoTool()], { beforeChange: () => Promise.reject(new Error('full')) });
  const result = await runToolCall(call, bench.governance, bench.context);
  expect(result).toMatchObject({ block: { is_error: true }, endRun: { stopReason: 'error' } });
  expect(bench.ofType('tool_started')).toEqual([]);
});

test('a dry run decides all and runs only what reads', async () => {
  const bench = workbench([echoTool(), readingTool()], { dryRun: true });
  const changed = await runToolCall(call, bench.governance, bench.context);
  expect(textIn(changed)).toMatch(/^dry run: not run/);
  expect(changed.decision.behavior).toBe('allow');
  const looked = await runToolCall(use('Look', call.input), bench.governance, bench.context);
  expect(textIn(looked)).toBe('hello');
  expect(bench.ofType('permission_decision')).toHaveLength(2);
});

test('an empty result says so, and answers this call whatever the tool wrote', async () => {
  const bench = workbench([
    echoTool({
      mapToolResultToToolResultBlockParam: () => ({
        type: 'tool_result',
        tool_use_id: 'another',
        content: '',
      }),
    }),
  ]);
  const result = await runToolCall(call, bench.governance, bench.context);
  expect(result.block).toMatchObject({ tool_use_id: 'toolu_1', content: '(no output)' });
});

test('a context modifier counts only for calls that run alone', async () => {
  const moving = async () => ({ data: '', contextModifier: <T>(context: T) => context });
  const bench = workbench([echoTool({ call: moving }), readingTool({ call: moving })]);
  const alone = await runToolCall(call, bench.governance, bench.context);
  const beside = await runToolCall(use('Look', call.input), bench.governance, bench.context);
  expect(alone.contextModifier).toBeTypeOf('function');
  expect(beside.contextModifier).toBeUndefined();
});
