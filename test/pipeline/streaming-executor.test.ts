import { describe, expect, test } from 'vitest';
import { StreamingExecutor } from '../../src/pipeline/streaming-executor.ts';
import type { AnyTool } from '../../src/tool/tool.ts';
import { callbackHooks } from '../hooks/hooks-in.ts';
import { echoTool, hookSaying, readingTool, textIn, use, workbench } from './workbench.ts';

function executor(pool: readonly AnyTool[], changes: Parameters<typeof workbench>[1] = {}) {
  const bench = workbench(pool, changes);
  const state = { context: bench.context };
  const calls = new StreamingExecutor({
    governance: bench.governance,
    state,
    assistantMessage: () => undefined,
    messages: [],
  });
  return { bench, state, calls };
}

/** A promise that a test settles by hand. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

const text = (value: string) => ({ text: value });

test('a call starts when it is added, before the message ends', async () => {
  const started = gate();
  const look = readingTool({
    call: async (input) => {
      started.open();
      return { data: input.text };
    },
  });
  const { calls } = executor([look]);
  calls.add(use('Look', text('a')));
  await started.opened;
  expect((await calls.finish()).map(textIn)).toEqual(['a']);
});

test('calls that only look run side by side, results come in call order', async () => {
  const second = gate();
  const look = readingTool({
    call: async (input) => {
      if (input.text === 'first') await second.opened;
      else second.open();
      return { data: input.text };
    },
  });
  const { calls } = executor([look]);
  calls.add(use('Look', text('first'), 'a'));
  calls.add(use('Look', text('second'), 'b'));
  expect((await calls.finish()).map(textIn)).toEqual(['first', 'second']);
});

test('ten at once, not more', async () => {
  let running = 0;
  let most = 0;
  const look = readingTool({
    call: async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return { data: '' };
    },
  });
  const { calls } = executor([look]);
  for (let count = 0; count < 25; count += 1) calls.add(use('Look', text('x'), `${count}`));
  expect(await calls.finish()).toHaveLength(25);
  expect(most).toBe(10);
});

test('a later call sees what an earlier one changed in the context', async () => {
  const move = echoTool({
    name: 'Move',
    call: async (input) => ({
      data: '',
      contextModifier: (context) => ({ ...context, cwd: input.text }),
    }),
  });
  const where = readingTool({ call: async (_input, context) => ({ data: context.cwd }) });
  const { calls, state } = executor([move, where]);
  calls.add(use('Move', text('/one'), 'a'));
  calls.add(use('Look', text('x'), 'b'));
  calls.add(use('Move', text('/two'), 'c'));
  expect((await calls.finish()).map(textIn)[1]).toBe('/one');
  expect(state.context.cwd).toBe('/two');
});

test('a call that a hook made unsafe no longer runs beside others', async () => {
  let running = 0;
  let met = false;
  const busy = async () => {
    running += 1;
    met ||= running > 1;
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return { data: '' };
  };
  const both = readingTool({
    isConcurrencySafe: ({ text: word }) => word !== 'changed',
    call: busy,
  });
  const { calls } = executor([both], {
    hookCommands: [hookSaying({ updatedInput: { text: 'changed' } })],
  });
  for (const id of ['a', 'b', 'c']) calls.add(use('Look', text('x'), id));
  expect(await calls.finish()).toHaveLength(3);
  expect(met).toBe(false);
});

describe('a failure', () => {
  const failing = (name: string, failureCancelsSiblings: boolean, before = Promise.resolve()) =>
    readingTool({
      name,
      failureCancelsSiblings,
      call: async () => {
        await before;
        throw new Error('failed');
      },
    });

  test('of a shell cancels its siblings, running, waiting and still to come', async () => {
    const started = gate();
    const hung = readingTool({
      call: (_input, { abort }) => {
        started.open();
        return new Promise((_resolve, reject) => {
          abort.signal.addEventListener('abort', () => reject(new Error('ended')));
        });
      },
    });
    const { calls, bench } = executor([failing('Shell', true, started.opened), hung, echoTool()]);
    calls.add(use('Look', text('running'), 'a'));
    calls.add(use('Shell', text('x'), 'b'));
    calls.add(use('Echo', text('waiting'), 'c'));
    await started.opened;
    await new Promise((resolve) => setImmediate(resolve));
    calls.add(use('Echo', text('late'), 'd'));
    const results = (await calls.finish()).map(textIn);
    expect(results[0]).toMatch(/^Cancelled: Shell, called in the same message, failed/);
    expect(results[1]).toMatch(/failed/);
    expect(results[2]).toMatch(/^Cancelled, not run: Shell/);
    expect(results[3]).toMatch(/^Cancelled, not run: Shell/);
    expect(bench.ofType('permission_decision')).toHaveLength(4);
  });

  test('of any other tool cancels nothing', async () => {
    const { calls } = executor([failing('Grep', false), echoTool()]);
    calls.add(use('Grep', text('x'), 'a'));
    calls.add(use('Echo', text('y'), 'b'));
    expect((await calls.finish()).map(textIn)[1]).toBe('y');
  });

  test('to be allowed cancels nothing: a shell call that is denied did not fail', async () => {
    const { calls } = executor([failing('Shell', true), echoTool()], {
      decide: ({ toolName }) => ({
        behavior: toolName === 'Shell' ? 'deny' : 'allow',
        by: { step: 'deny_rule' },
        reason: '',
      }),
    });
    calls.add(use('Shell', text('x'), 'a'));
    calls.add(use('Echo', text('y'), 'b'));
    const results = await calls.finish();
    expect(results[0]?.denial).toBeDefined();
    expect(textIn(results[1])).toBe('y');
  });
});

test('a call that ends the run keeps the calls after it from starting', async () => {
  const { calls } = executor([echoTool()], {
    decide: ({ input }) =>
      input?.['text'] === 'stop'
        ? { behavior: 'ask', because: 'no_rule', by: { step: 'default' }, reason: 'No.' }
        : { behavior: 'allow', by: { step: 'allow_rule' }, reason: '' },
    answer: () => ({
      behavior: 'stop',
      asked: true,
      decided_by: { step: 'default' },
      reason: 'No.',
      effects: [],
    }),
  });
  calls.add(use('Echo', text('before'), 'a'));
  calls.add(use('Echo', text('stop'), 'b'));
  calls.add(use('Echo', text('after'), 'c'));
  const results = await calls.finish();
  expect(results.map((result) => result.endRun?.stopReason)).toEqual([
    undefined,
    'policy_stop',
    undefined,
  ]);
  expect(textIn(results[0])).toBe('before');
  expect(textIn(results[2])).toMatch(/^Cancelled, not run/);
});

test('answers that are good for so many times go in call order, however long hooks take', async () => {
  let left = 1;
  const { calls } = executor([readingTool()], {
    decide: () => ({ behavior: 'ask', because: 'no_rule', by: { step: 'default' }, reason: '' }),
    answer: () => {
      left -= 1;
      const behavior = left >= 0 ? 'allow' : 'deny';
      return { behavior, asked: true, decided_by: { step: 'ask_policy' }, reason: '', effects: [] };
    },
    hooks: callbackHooks(async ({ tool_use_id }) => {
      // The first call's hook is the slowest.
      for (let turn = tool_use_id === 'a' ? 20 : 0; turn > 0; turn -= 1) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      return {};
    }),
  });
  for (const id of ['a', 'b', 'c']) calls.add(use('Look', text(id), id));
  const behaviors = (await calls.finish()).map((result) => result.decision.behavior);
  expect(behaviors).toEqual(['allow', 'deny', 'deny']);
});

test('when the message is unusable, what runs may end and nothing else starts', async () => {
  const started = gate();
  const end = gate();
  const slow = echoTool({
    call: async (input) => {
      started.open();
      await end.opened;
      return { data: input.text };
    },
  });
  const { calls } = executor([slow]);
  calls.add(use('Echo', text('running'), 'a'));
  calls.add(use('Echo', text('waiting'), 'b'));
  await started.opened;
  calls.cancelWaiting('The answer was cut.');
  end.open();
  expect((await calls.finish()).map(textIn)).toEqual([
    'running',
    'Cancelled, not run: The answer was cut.',
  ]);
});

test('the end of the session reaches every call, also one that is added later', async () => {
  const { calls, bench } = executor([echoTool({ call: () => new Promise(() => {}) })]);
  calls.add(use('Echo', text('x'), 'a'));
  await new Promise((resolve) => setImmediate(resolve));
  bench.context.abort.abort(new Error('The time is up.'));
  calls.add(use('Echo', text('y'), 'b'));
  const results = (await calls.finish()).map(textIn);
  expect(results[0]).toMatch(/^Cancelled: The time is up\./);
  expect(results[1]).toBe('Cancelled, not run: The time is up.');
  expect(calls.started).toBe(2);
});
