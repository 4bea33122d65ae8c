import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RunEvent } from '../../../src/events/run-event.ts';
import {
  allowed,
  answered,
  asked,
  begun,
  denied,
  ended,
  finished,
  hooked,
  resulted,
  spansOf,
  started,
} from './trace-events.ts';

const id = fc.constantFrom('a', 'b', 'c', 'a.1', 'b.1.2');
// Clocks may jump back: the times of events are in no order.
const at = fc.integer({ min: -50, max: 500 });
const event: fc.Arbitrary<RunEvent> = fc.oneof(
  fc.tuple(at, fc.integer({ min: 1, max: 9 })).map(([time, turn]) => asked(time, turn)),
  at.map(answered),
  fc.tuple(at, fc.option(id, { nil: undefined }), fc.nat(90)).map((all) => hooked(...all)),
  fc.tuple(at, id).map((all) => allowed(...all)),
  fc.tuple(at, id).map((all) => denied(...all)),
  fc.tuple(at, id).map((all) => started(...all)),
  fc.tuple(at, id, fc.boolean(), fc.nat(90)).map((all) => finished(...all)),
  fc.tuple(at, fc.array(id), fc.boolean()).map((all) => resulted(...all)),
);

test('whatever happens in whatever order: one tree, every span ended once and within its parent', () => {
  const property = fc.property(fc.array(event, { maxLength: 40 }), at, (events, end) => {
    const spans = spansOf([begun, ...events, ended(end)]);
    const byId = new Map(spans.map((span) => [span.spanId, span]));
    expect(byId.size).toBe(spans.length);
    expect(spans.filter(({ parentSpanId }) => parentSpanId === undefined)).toEqual([spans.at(-1)]);
    for (const { start, end, parentSpanId, traceId } of spans) {
      expect(traceId).toBe('a'.repeat(32));
      expect(start).toBeLessThanOrEqual(end);
      if (parentSpanId === undefined) continue;
      const parent = byId.get(parentSpanId);
      expect(parent).toBeDefined();
      expect(start).toBeGreaterThanOrEqual(parent?.start ?? Number.NaN);
      expect(end).toBeLessThanOrEqual(parent?.end ?? Number.NaN);
    }
  });
  fc.assert(property, { numRuns: 300 });
});
