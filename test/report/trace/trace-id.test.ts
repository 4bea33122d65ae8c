import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createRedactor } from '../../../src/base/redactor.ts';
import { finaliseFromJournal } from '../../../src/report/finalise-from-journal.ts';
import { stepSummary } from '../../../src/report/summary.ts';
import { createTranscript } from '../../../src/report/transcript.ts';
import { temporaryFolder } from '../../fakes/repository.ts';
import { schemaFaults } from '../../fakes/transcript-schema.ts';
import { INFO, T0 } from '../sample-run.ts';

test('the trace of a run stands at the head of its transcript and in its summary, also of a killed one', () => {
  const folder = temporaryFolder('unattended-trace-id-');
  const redactor = createRedactor([]);
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const transcript = createTranscript(folder, redactor, INFO.sessionId);
  transcript.emit({ type: 'run_started', at: T0, info: { ...INFO, traceId } });
  const read = finaliseFromJournal(folder, { redactor, now: T0 + 60_000 });
  const messages: unknown = JSON.parse(readFileSync(read?.path ?? '', 'utf8'));
  expect(messages).toMatchObject([{ unattended: { trace_id: traceId } }, { type: 'result' }]);
  expect(schemaFaults(messages)).toEqual([]);
  const options = { hosts: [], triggerPhrase: '@x', redact: redactor.redact };
  expect(read && stepSummary(read.state, options)).toContain(`trace \`${traceId}\``);
});
