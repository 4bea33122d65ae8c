import { randomBytes } from '../../base/random.ts';
import type { TraceContext } from './span.ts';

/** The span that caused the run, as `TRACEPARENT` names it. */
export interface Parent extends TraceContext {
  readonly sampled: boolean;
}

/** Reads the value of a `traceparent` (W3C Trace Context, 3.2); `undefined` for what is none. */
export function readParent(value: string | undefined): Parent | undefined {
  const found = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/.exec(
    value?.trim() ?? '',
  );
  const [, traceId = '', parentSpanId = '', flags = ''] = found ?? [];
  if (!found || /^0+$/.test(traceId) || /^0+$/.test(parentSpanId)) return undefined;
  return { traceId, parentSpanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function newTrace(): TraceContext {
  return { traceId: randomBytes(16).toString('hex'), parentSpanId: undefined };
}
