import { expect, test } from 'vitest';
import { createRedactor } from '../../src/base/redactor.ts';
import { createRunState } from '../../src/report/run-state.ts';
import { stepSummary } from '../../src/report/summary.ts';
import { INFO, T0 } from './sample-run.ts';

const TURNS = 3_000;
const OPTIONS = { hosts: [], triggerPhrase: '@unattended', redact: (text: string) => text };
const big = (n: number) => `${n} ${'x'.repeat(30_000)}`;

test('what the reports keep of a run does not grow with its results', () => {
  const run = createRunState(createRedactor([]));
  run.emit({ type: 'run_started', at: T0, info: INFO });
  for (let n = 0; n < TURNS; n++) {
    const call = { toolUseId: `t${n}`, toolName: 'Write', toolInput: { content: big(n) } };
    const decided_by = { step: 'default' } as const;
    const decision = {
      behavior: 'deny',
      asked: false,
      decided_by,
      reason: 'no',
      effects: [],
    } as const;
    const at = T0 + n * 10;
    run.emit({
      type: 'permission_decision',
      at,
      call: { ...call, summary: 'Write', durationMs: 1 },
      decision,
    });
    run.emit({
      type: 'tool_finished',
      at,
      toolUseId: `t${n}`,
      toolName: 'Bash',
      summary: `call ${n}`,
      rendered: [{ type: 'code', text: big(n) }],
      isError: false,
      durationMs: n,
      sizeChars: 30_000,
      persistedPath: undefined,
    });
    run.emit({ type: 'notice', at, level: 'warning', text: `notice ${n}` });
  }
  const { state } = run;
  expect(JSON.stringify(state).length).toBeLessThan(6_000_000);
  // All of them count all the same.
  expect(state.denials).toHaveLength(TURNS);
  expect(state.denials[0]?.toolInput).toEqual({ content: big(0) });
  expect(state.denials.at(-1)?.toolInput).toEqual({
    left_out: expect.stringContaining('30019 characters'),
  });
  expect(state.timeline.entries.length + state.timeline.left).toBe(TURNS);
  expect(state.timeline.entries.at(-1)?.label).toBe(`call ${TURNS - 1}`);
  expect(state.timeline.entries.length).toBeLessThanOrEqual(1_000);
  expect(state.notices.length + state.noticesLeft).toBe(TURNS);
  const summary = stepSummary(state, OPTIONS);
  expect(summary).toContain(`… and ${TURNS - 60} shorter ones`);
  expect(summary).toContain(`… and ${TURNS - 300} more`);
});
