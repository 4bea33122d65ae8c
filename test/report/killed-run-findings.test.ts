import { expect, test } from 'vitest';
import { createRedactor } from '../../src/base/redactor.ts';
import type { RunEvent } from '../../src/events/run-event.ts';
import { finaliseFromJournal } from '../../src/report/finalise-from-journal.ts';
import { createTranscript } from '../../src/report/transcript.ts';
import { temporaryFolder } from '../fakes/repository.ts';
import { INFO, SECRET, T0 } from './sample-run.ts';

const finding = (line: number) => ({
  path: 'src/a.js',
  line,
  endLine: line,
  severity: 'warning',
  message: 'It may be empty.',
  text: 'list[0]',
});
const results = (outputs: Record<string, unknown>): RunEvent => ({
  type: 'tool_results',
  at: T0 + 1_000,
  message: {
    role: 'user',
    content: Object.keys(outputs).map((tool_use_id) => ({
      type: 'tool_result',
      tool_use_id,
      content: 'x',
    })),
  },
  outputs,
});

test.each([
  ['one call', [results({ a: { reportedFindings: [finding(1)], total: 1 } })], [finding(1)]],
  [
    'calls side by side',
    [
      results({
        a: { reportedFindings: [finding(1)], total: 1 },
        b: { reportedFindings: [finding(2)], total: 2 },
        c: { stdout: 'x' },
      }),
    ],
    [finding(1), finding(2)],
  ],
  ['a look that found nothing', [results({ a: { reportedFindings: [], total: 0 } })], []],
  ['no look', [results({ a: { stdout: 'x' } })], undefined],
])('a killed run shows what was found by %s', (_by, events, found) => {
  const folder = temporaryFolder();
  const redactor = createRedactor([SECRET]);
  const transcript = createTranscript(folder, redactor, INFO.sessionId);
  for (const event of [{ type: 'run_started', at: T0, info: INFO } as const, ...events])
    transcript.emit(event);
  const done = finaliseFromJournal(folder, { redactor, now: T0 + 60_000 });
  expect(done?.state.findings).toEqual(found);
});
