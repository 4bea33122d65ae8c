import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createRedactor } from '../../src/base/redactor.ts';
import { finaliseFromJournal } from '../../src/report/finalise-from-journal.ts';
import { createTranscript } from '../../src/report/transcript.ts';
import { temporaryFolder } from '../fakes/repository.ts';
import { schemaFaults } from '../fakes/transcript-schema.ts';
import { INFO, T0 } from './sample-run.ts';

test('a killed run’s comment has what it had to say there, which is not all that a person is told', () => {
  const folder = temporaryFolder();
  const redactor = createRedactor([]);
  const transcript = createTranscript(folder, redactor, INFO.sessionId);
  const say = (text: string) => ({ type: 'notice', at: T0, level: 'notice', text }) as const;
  transcript.emit({ type: 'run_started', at: T0, info: INFO });
  transcript.emit(say('for the log'));
  transcript.emit({ ...say('for the comment'), inComment: true });
  const done = finaliseFromJournal(folder, { redactor, now: T0 + 60_000 });
  expect(done?.state.notices.map(({ text, inComment }) => [text, inComment])).toEqual([
    ['for the log', undefined],
    ['for the comment', true],
  ]);
  const told = JSON.parse(readFileSync(done?.path ?? '', 'utf8'));
  expect(schemaFaults(told)).toEqual([]);
});
