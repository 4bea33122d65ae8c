import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createRedactor } from '../../src/base/redactor.ts';
import { createTranscript } from '../../src/report/transcript.ts';
import { INFO, SAMPLE, SECRET } from './sample-run.ts';

test('a secret for a stop reason is in no message of the transcript, the last one neither', () => {
  const folder = mkdtempSync(join(tmpdir(), 'unattended-transcript-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const transcript = createTranscript(folder, createRedactor([SECRET]), INFO.sessionId);
  for (const event of SAMPLE) {
    if (event.type !== 'assistant') transcript.emit(event);
    else {
      const stop_reason = SECRET.value as never;
      transcript.emit({ ...event, message: { ...event.message, stop_reason } });
    }
  }
  const text = readFileSync(transcript.finalise(), 'utf8');
  expect(text).toContain(`"api_stop_reason":"[redacted ${SECRET.name}]"`);
  expect(text).not.toContain(SECRET.value);
});
