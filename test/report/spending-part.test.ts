import { expect, test } from 'vitest';
import { Ledger } from '../../src/agent/ledger.ts';
import { emptyOutcome } from '../../src/agent/run-agent.ts';
import type { Outcome } from '../../src/events/outcome.ts';
import { NO_USAGE } from '../../src/model/usage.ts';
import type { ReportState } from '../../src/report/run-state.ts';
import { costText, spendingPart, togetherText } from '../../src/report/spending-part.ts';

const options = { hosts: ['github.com'], triggerPhrase: '@unattended' };

/** A run whose agent and whose hooks each made a request. */
function outcome(extra: Partial<Outcome> = {}): Outcome {
  const ledger = new Ledger();
  const usage = {
    ...NO_USAGE,
    input_tokens: 1_000,
    output_tokens: 2_000,
    cache_creation_input_tokens: 10_000,
    cache_read_input_tokens: 100_000,
    output_tokens_details: { thinking_tokens: 1_500 },
  };
  ledger.book({ model: 'claude-sonnet-5-5', usage } as never, 1);
  const small = { ...NO_USAGE, input_tokens: 10_000, output_tokens: 200 };
  ledger.share('hooks').book({ model: 'claude-haiku-5-5', usage: small } as never, 1);
  const { costUsd, modelUsage, spending } = ledger;
  return {
    ...emptyOutcome({ stopReason: 'completed', errors: [] }, 1),
    costUsd,
    modelUsage,
    spending,
    ...extra,
  };
}

const part = (of: Outcome) =>
  spendingPart({ outcome: of, calls: { done: 1, failed: 0 } } as ReportState, options);

test('the table says for what each model was paid, by kind of token', () => {
  const rows = part(outcome())
    .split('\n')
    .filter((line) => line.startsWith('|'));
  expect(rows).toEqual([
    '| for | model | requests | input | cache read | cache written | output | cost |',
    '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    '| the agent | `claude-sonnet-5-5` | 1 | 1,000 ($0.0020) | 100,000 ($0.01) | 10,000 ($0.03) | 2,000 ($0.02), 1,500 thinking | $0.06 |',
    '| questions of hooks | `claude-haiku-5-5` | 1 | 10,000 ($0.0010) | 0 | 0 | 200 ($0.0001) | $0.0011 |',
  ]);
});

test('the line of the comment names what was not the agent’s own work', () => {
  expect(costText(outcome())).toBe('$0.06, $0.0011 of it for questions of hooks');
  expect(costText(outcome({ spending: [], costIsEstimate: true }))).toBe('$0.06 (estimate)');
});

test('a run that goes on from others tells its own part, theirs, and the whole', () => {
  const alone = outcome();
  const { costUsd } = alone;
  const own = { numTurns: 2, costUsd, costIsEstimate: false };
  const resumed = outcome({ own, numTurns: 5, costUsd: costUsd + 1, costIsEstimate: true });
  expect(costText(resumed)).toBe('$0.06, $0.0011 of it for questions of hooks');
  expect(togetherText(resumed)).toBe('5 turns and $1.06 (estimate) with the runs before it');
  const table = part(resumed).split('\n').slice(-6);
  expect(table.join('\n')).toContain('| this run | 2 | $0.06 |');
  expect(table.join('\n')).toContain('| the runs before it | 3 | $1.00 (estimate) |');
  expect(table.join('\n')).toContain(
    '| all together, which the limits hold | 5 | $1.06 (estimate) |',
  );
  expect(togetherText(alone)).toBeUndefined();
  expect(part(alone)).not.toContain('before');
});

test('a killed run shows its models', () => {
  const killed = part(outcome({ spending: [] }));
  expect(killed).toContain('| `claude-haiku-5-5` | 10,000 | 0 | 0 | 200 | $0.0011 |');
});
