import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { Governance } from '../../src/pipeline/governance.ts';
import { StreamingExecutor } from '../../src/pipeline/streaming-executor.ts';
import { buildTool } from '../../src/tool/build-tool.ts';
import { ToolRefusal } from '../../src/tool/refusal.ts';
import { NO_SUBJECT } from '../../src/tool/subject.ts';
import type { AnyTool } from '../../src/tool/tool.ts';
import { callbackHooks } from '../hooks/hooks-in.ts';
import { use, workbench } from './workbench.ts';

interface Plan {
  safe: boolean;
  /** How many turns of the event loop it takes; -1: it ends only when told to, -2: not even then. */
  turns: number;
  end: 'good' | 'refusal' | 'crash';
  cancels: boolean;
  hook: 'none' | 'deny' | 'ask' | 'unsafe';
}

const plan: fc.Arbitrary<Plan> = fc.record({
  safe: fc.boolean(),
  turns: fc.integer({ min: 0, max: 4 }),
  end: fc.constantFrom('good', 'good', 'refusal', 'crash'),
  cancels: fc.boolean(),
  hook: fc.constantFrom('none', 'none', 'deny', 'ask', 'unsafe'),
});
const stubborn: fc.Arbitrary<Plan> = fc
  .record({ base: plan, turns: fc.constantFrom(-1, -2) })
  .map(({ base, turns }) => ({ ...base, turns }));

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Watches that nothing that must run alone ever runs beside anything. */
function watch() {
  const running = new Set<symbol>();
  let alone: symbol | undefined;
  const broken: string[] = [];
  return {
    broken,
    enter(safe: boolean): () => void {
      const self = Symbol();
      if (alone) broken.push('something ran beside a call that must run alone');
      if (!safe && running.size > 0) broken.push('a call that must run alone ran beside others');
      if (!safe) alone = self;
      running.add(self);
      return () => {
        running.delete(self);
        if (alone === self) alone = undefined;
      };
    },
  };
}

function planned(watched: ReturnType<typeof watch>): AnyTool[] {
  const make = (name: string, failureCancelsSiblings: boolean) =>
    buildTool<Plan, string>({
      name,
      failureCancelsSiblings,
      description: () => '',
      prompt: () => '',
      inputSchema: () => z.looseObject({}) as unknown as z.ZodType<Plan>,
      isConcurrencySafe: ({ safe }) => safe,
      preparePermissionMatcher: () => NO_SUBJECT,
      call: async ({ safe, turns, end }, { abort }) => {
        const leave = watched.enter(safe);
        try {
          for (let left = turns; left > 0 && !abort.signal.aborted; left -= 1) await turn();
          if (turns === -2) {
            leave();
            await new Promise(() => {});
          }
          while (turns === -1 && !abort.signal.aborted) await turn();
        } finally {
          leave();
        }
        if (end === 'refusal') throw new ToolRefusal('no');
        if (end === 'crash') throw new Error('crash');
        return { data: 'good' };
      },
    }) as AnyTool;
  return [make('Plain', false), make('Shell', true)];
}

const hooks = callbackHooks(async ({ tool_input }) => {
  const { hook } = tool_input as Plan;
  await turn();
  if (hook === 'deny' || hook === 'ask') return { permissionDecision: hook };
  return hook === 'unsafe' ? { updatedInput: { safe: false } } : {};
});

const decide: Governance['decide'] = ({ hook }) =>
  hook?.decision === 'ask'
    ? { behavior: 'ask', because: 'hook', by: { step: 'hook' }, reason: '' }
    : { behavior: 'allow', by: { step: 'allow_rule' }, reason: '' };

async function play(plans: readonly Plan[], abortAfter: number | undefined) {
  const watched = watch();
  const bench = workbench(planned(watched), { hooks, decide, graceMs: 1 });
  const calls = new StreamingExecutor({
    governance: bench.governance,
    state: { context: bench.context },
    assistantMessage: () => undefined,
    messages: [],
  });
  for (const [index, one] of plans.entries()) {
    if (index === abortAfter) bench.context.abort.abort(new Error('The end.'));
    calls.add(use(one.cancels ? 'Shell' : 'Plain', one, `id${index}`));
    if (index % 2 === 1) await turn();
  }
  if (abortAfter !== undefined && abortAfter >= plans.length) bench.context.abort.abort();
  return { bench, watched, results: await calls.finish() };
}

const plans = fc.array(plan, { minLength: 1, maxLength: 14 });

test('whatever the schedule: one result each, in call order, one decision each, none unsafe beside another', async () => {
  await fc.assert(
    fc.asyncProperty(plans, async (list) => {
      const { bench, watched, results } = await play(list, undefined);
      const ids = list.map((_, index) => `id${index}`);
      expect(results.map((result) => result.block.tool_use_id)).toEqual(ids);
      const decisions = bench.ofType('permission_decision').map(({ call }) => call.toolUseId);
      expect(decisions.sort()).toEqual([...ids].sort());
      expect(watched.broken).toEqual([]);
      const started = bench.events.findIndex((event) => event.type === 'tool_started');
      expect(started === -1 || started > 0).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test('aborted at any point, also with calls that do not obey: still one result each', async () => {
  const mixed = fc.array(fc.oneof(plan, stubborn), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(mixed, fc.nat(8), async (list, when) => {
      const { bench, results } = await play(list, Math.min(when, list.length));
      expect(results.map((result) => result.block.tool_use_id)).toEqual(
        list.map((_, index) => `id${index}`),
      );
      expect(bench.ofType('permission_decision')).toHaveLength(list.length);
    }),
    { numRuns: 40 },
  );
});
