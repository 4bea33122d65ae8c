import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Schema, Validator } from '@cfworker/json-schema';
import { expect, test } from 'vitest';
import { createRedactor } from '../../../src/base/redactor.ts';
import { finaliseFromJournal } from '../../../src/report/finalise-from-journal.ts';
import { stepSummary } from '../../../src/report/summary.ts';
import { createTranscript } from '../../../src/report/transcript.ts';
import { temporaryFolder } from '../../fakes/repository.ts';
import { INFO, T0 } from '../sample-run.ts';

const SCHEMA = join(import.meta.dirname, '../../../schema/transcript.schema.json');

test('the trace of a run stands at the head of its transcript and in its summary, also of a killed one', () => {
  const folder = temporaryFolder('unattended-trace-id-');
  const redactor = createRedactor([]);
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const transcript = createTranscript(folder, redactor, INFO.sessionId);
  transcript.emit({ type: 'run_started', at: T0, info: { ...INFO, traceId } });
  const read = finaliseFromJournal(folder, { redactor, now: T0 + 60_000 });
  const messages: unknown = JSON.parse(readFileSync(read?.path ?? '', 'utf8'));
  expect(messages).toMatchObject([{ unattended: { trace_id: traceId } }, { type: 'result' }]);
  const schema = JSON.parse(readFileSync(SCHEMA, 'utf8')) as Schema;
  expect(new Validator(schema, '2020-12').validate(messages).valid).toBe(true);
  const options = { hosts: [], triggerPhrase: '@x', redact: redactor.redact };
  expect(read && stepSummary(read.state, options)).toContain(`trace \`${traceId}\``);
});
