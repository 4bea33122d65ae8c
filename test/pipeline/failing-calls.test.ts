import { describe, expect, test } from 'vitest';
import { runToolCall } from '../../src/pipeline/run-tool-call.ts';
import { ToolRefusal } from '../../src/tool/refusal.ts';
import { echoTool, readingTool, textIn, use, workbench } from './workbench.ts';

const call = use('Echo', { text: 'hello' });

describe('a tool that fails', () => {
  test('by refusing tells the model its own words', async () => {
    const tool = echoTool({
      call: async () => {
        throw new ToolRefusal('No such file.');
      },
    });
    const bench = workbench([tool]);
    const result = await runToolCall(call, bench.governance, bench.context);
    expect(result).toMatchObject({ block: { content: 'No such file.', is_error: true } });
    expect(bench.ofType('notice')).toEqual([]);
    expect(bench.ofType('tool_finished')[0]?.isError).toBe(true);
  });

  test.each([
    ['call', { call: () => Promise.reject(new TypeError('x is undefined')) }],
    [
      'call, before its promise',
      {
        call: () => {
          throw new TypeError('x is undefined');
        },
      },
    ],
    [
      'the result block',
      {
        mapToolResultToToolResultBlockParam: () => {
          throw new TypeError('x is undefined');
        },
      },
    ],
  ])('by crashing in %s is recorded, and the run goes on', async (_where, changes) => {
    const bench = workbench([echoTool(changes)]);
    const result = await runToolCall(call, bench.governance, bench.context);
    expect(textIn(result)).toMatch(/tool crashed: x is undefined/);
    expect(result).toMatchObject({
      block: { is_error: true },
      endRun: undefined,
      denial: undefined,
    });
    expect(bench.ofType('notice')[0]).toMatchObject({ level: 'warning' });
  });

  test('to answer what it touches makes the call unclear, not harmless', async () => {
    const broken = (): never => {
      throw new Error('broken');
    };
    const bench = workbench(
      [
        readingTool({
          preparePermissionMatcher: broken,
          checkPermissions: broken,
          requiresConfirmation: broken,
          isReadOnly: broken,
        }),
      ],
      {
        decide: ({ subject, toolCheck, requiresConfirmation, readOnly }) => ({
          behavior: 'deny',
          by: { step: 'tool' },
          reason: JSON.stringify([subject.unclear, toolCheck, requiresConfirmation, readOnly]),
        }),
      },
    );
    const { decision } = await runToolCall(
      use('Look', call.input),
      bench.governance,
      bench.context,
    );
    expect(decision.reason).toMatch(/broken.*"ask".*true,false/);
  });
});

describe('time', () => {
  test('a call that outlives its limit is told to end and gets its result', async () => {
    const tool = echoTool({
      call: (_input, { abort }) =>
        new Promise((_resolve, reject) => {
          abort.signal.addEventListener('abort', () => reject(new Error('half done')));
        }),
    });
    const bench = workbench([tool]);
    const context = { ...bench.context, limits: { timeoutMs: 10 } };
    const result = await runToolCall(call, bench.governance, context);
    expect(textIn(result)).toMatch(/Stopped: It ran longer than .*\nhalf done/);
  });

  test('one that ignores it is left behind', async () => {
    const bench = workbench([echoTool({ call: () => new Promise(() => {}) })]);
    const context = { ...bench.context, limits: { timeoutMs: 10 } };
    const result = await runToolCall(call, bench.governance, context);
    expect(textIn(result)).toMatch(/did not stop when told to/);
    expect(result.block.is_error).toBe(true);
  });

  test('so is one that ignores the end of the run', async () => {
    const bench = workbench([
      echoTool({
        call: () => {
          bench.context.abort.abort(new Error('The run is over.'));
          return new Promise(() => {});
        },
      }),
    ]);
    const result = await runToolCall(call, bench.governance, bench.context);
    expect(textIn(result)).toMatch(/Cancelled: The run is over\./);
  });

  test('a check that never ends does not outlive the run', async () => {
    const bench = workbench([
      echoTool({
        validateInput: () => {
          setImmediate(() => bench.context.abort.abort('Time is up.'));
          return new Promise(() => {});
        },
      }),
    ]);
    const result = await runToolCall(call, bench.governance, bench.context);
    expect(textIn(result)).toBe('Cancelled, not run: Time is up.');
    expect(result.denial).toBeUndefined();
    expect(bench.ofType('permission_decision')).toHaveLength(1);
  });
});
