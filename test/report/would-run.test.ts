import { expect, test } from 'vitest';
import { createRedactor } from '../../src/base/redactor.ts';
import type { RunEvent } from '../../src/events/run-event.ts';
import { commentBody } from '../../src/report/comment.ts';
import { createLog } from '../../src/report/log.ts';
import { createRunState } from '../../src/report/run-state.ts';
import { stepSummary } from '../../src/report/summary.ts';
import { decided, INFO, OUTCOME, T0, VERDICT } from './sample-run.ts';

const rule = (text: string) =>
  ({
    behavior: 'allow',
    asked: false,
    decided_by: { step: 'allow_rule', rule: text, file: 'policies/pr-fix.yml', line: 32 },
    reason: 'The rule allows it.',
    effects: ['write'],
  }) as const;
const result = (tool_use_id: string, content: string, is_error = false) =>
  ({ type: 'tool_result', tool_use_id, content, is_error }) as const;

function runOf(dryRun: boolean): RunEvent[] {
  return [
    { type: 'run_started', at: T0, info: { ...INFO, dryRun } },
    decided(1, 'a', 'Read', {}, 'Read a.txt', { ...rule('Read'), effects: ['read'] }),
    {
      type: 'tool_started',
      at: T0 + 2,
      toolUseId: 'a',
      toolName: 'Read',
      summary: 'Read a.txt',
      rendered: [],
    },
    decided(3, 'b', 'Edit', {}, 'Edit a.txt', rule('Edit(/**)')),
    decided(4, 'c', 'Bash', {}, 'Bash npm test', rule('Bash(npm test *)')),
    {
      type: 'tool_results',
      at: T0 + 5,
      message: {
        role: 'user',
        content: [
          result('a', 'dry run: not run, says the file'),
          result('b', 'dry run: not run.'),
          result('c', 'Cancelled, not run: the run is ending.', true),
        ],
      },
      outputs: {},
    },
    {
      type: 'run_finished',
      at: T0 + 9,
      outcome: { ...OUTCOME, denials: [], changedFiles: [] },
      verdict: VERDICT,
    },
  ];
}

function reportsOf(events: readonly RunEvent[]): string[] {
  const redactor = createRedactor([]);
  const { state, emit } = createRunState(redactor);
  let lines = '';
  const log = createLog(
    (text) => {
      lines += text;
    },
    { showFullOutput: false, redactor, github: true },
  );
  for (const event of events) {
    emit(event);
    log.emit(event);
  }
  const { redact } = redactor;
  const options = { hosts: ['github.com'], triggerPhrase: '@unattended', marker: '', redact };
  return [lines, commentBody(state, options), stepSummary(state, options)];
}

test('a dry run says what it would have run, by what, and nothing of what it ran or cancelled', () => {
  const [log, comment, summary] = reportsOf(runOf(true));
  expect(log).toContain(
    '◌ would run: Edit a.txt, allowed by rule Edit(/**), policies/pr-fix.yml:32\n',
  );
  expect(log?.match(/would run/g)).toHaveLength(1);
  for (const text of [comment, summary]) {
    expect(text).toContain(
      '**Dry run: 1 call would be run**\n\n- `Edit a.txt`, allowed by rule `Edit(/**)` in `policies/pr-fix.yml:32`\n',
    );
  }
  expect(summary).toMatch(/not run: Edit a\.txt +│/);
});

test('no other run would have run anything', () => {
  for (const text of reportsOf(runOf(false))) expect(text).not.toMatch(/would/);
});
