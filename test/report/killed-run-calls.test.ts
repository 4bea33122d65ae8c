import { expect, test } from 'vitest';
import { createRedactor } from '../../src/base/redactor.ts';
import { callsPart } from '../../src/report/calls-part.ts';
import { finaliseFromJournal } from '../../src/report/finalise-from-journal.ts';
import { loadToolForms } from '../../src/report/html/tool-forms.ts';
import { createTranscript } from '../../src/report/transcript.ts';
import { getAllBaseTools } from '../../src/tools/all.ts';
import { temporaryFolder } from '../fakes/repository.ts';
import { INFO, SAMPLE, SECRET, T0 } from './sample-run.ts';

test('a killed run shows what its calls asked for, and what came of those that ended', async () => {
  const folder = temporaryFolder();
  const redactor = createRedactor([SECRET]);
  const transcript = createTranscript(folder, redactor, INFO.sessionId);
  const upTo = SAMPLE.findIndex(({ type, at }) => type === 'tool_results' && at > T0 + 9_000);
  for (const event of SAMPLE.slice(0, upTo)) transcript.emit(event);
  const formOf = await loadToolForms(getAllBaseTools());
  const done = finaliseFromJournal(folder, { redactor, now: T0 + 60_000, formOf });
  expect(
    done?.state.ran.records.map(({ summary, shown }) => [
      summary,
      ...shown.map(({ block }) => block),
    ]),
  ).toEqual([
    [
      'Read test/sum.test.js',
      { type: 'line', text: 'test/sum.test.js' },
      { type: 'code', text: expect.any(String) },
    ],
    ['TodoWrite (no result)', { type: 'list', items: [] }],
    ['Bash npm test (no result)', { type: 'code', text: 'npm test', language: 'bash' }],
  ]);
  const words = { triggerPhrase: '@bot' };
  const part = callsPart({ ran: done?.state.ran ?? { records: [], left: 0 } }, words, {
    items: 9,
    chars: 9_000,
  });
  expect(part.match(/. <code>[^ ]+/gu)).toEqual([
    '✔ <code>Read',
    '… <code>TodoWrite',
    '… <code>Bash',
  ]);
});
