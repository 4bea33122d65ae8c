import { expect, test } from 'vitest';
import { createRedactor } from '../../src/base/redactor.ts';
import type { RunEvent } from '../../src/events/run-event.ts';
import { createLog } from '../../src/report/log.ts';
import { messageOf } from '../../src/report/transcript-message.ts';
import { schemaFaults } from '../fakes/transcript-schema.ts';
import { INFO, T0 } from './sample-run.ts';

const COMPACTED: RunEvent = {
  type: 'compacted',
  at: T0,
  trigger: 'auto',
  beforeTokens: 160_000,
  afterTokens: 6_000,
  durationMs: 4_200.5,
  requestId: 'req_7',
};
const CLEARED: RunEvent = {
  type: 'results_cleared',
  at: T0,
  toolUseIds: ['a', 'b'],
  savedTokens: 34_000,
};
const context = { sessionId: INFO.sessionId, apiStopReason: null };

test('the transcript has a boundary where a summary took over, with the request that gave it', () => {
  const lines = [messageOf(COMPACTED, context), messageOf(CLEARED, context)];
  expect(lines[0]).toMatchObject({
    type: 'system',
    subtype: 'compact_boundary',
    compact_metadata: {
      trigger: 'auto',
      pre_tokens: 160_000,
      post_tokens: 6_000,
      duration_ms: 4_201,
    },
    request_id: 'req_7',
  });
  expect(lines[1]).toMatchObject({
    subtype: 'informational',
    content: '2 old results left the conversation, about 34,000 tokens.',
  });
  expect(schemaFaults(lines)).toEqual([]);
});

test('the log has a line where results were cleared', () => {
  const written: string[] = [];
  const redactor = createRedactor([]);
  const log = createLog((text) => written.push(text), {
    showFullOutput: false,
    redactor,
    github: true,
  });
  log.emit(CLEARED);
  expect(written.join('')).toBe('✂ 2 old results left the conversation, about 34,000 tokens.\n');
});
