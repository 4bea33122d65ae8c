import { expect, test } from 'vitest';
import { Ledger } from '../../src/agent/ledger.ts';
import { emptyOutcome } from '../../src/agent/run-agent.ts';
import type { Outcome } from '../../src/events/outcome.ts';
import { NO_USAGE } from '../../src/model/usage.ts';
import type { ReportState } from '../../src/report/run-state.ts';
import { costText, spendingPart } from '../../src/report/spending-part.ts';

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

test('a run that goes on from others says what they had spent; a killed one shows its models', () => {
  expect(part(outcome({ costUsd: 1.0611 }))).toContain('The runs before this one: $1.00.');
  const killed = part(outcome({ spending: [] }));
  expect(killed).toContain('| `claude-haiku-5-5` | 10,000 | 0 | 0 | 200 | $0.0011 |');
});
