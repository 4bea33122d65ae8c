import type { Measured, Point } from './histogram.ts';
import type { Attributes, AttributeValue, Span } from './span.ts';

// OTLP in JSON (opentelemetry-proto, “JSON Protobuf Encoding”): names in lowerCamelCase, ids in hex,
// 64-bit integers as decimal strings, enumerations as numbers.

/** What everything that is sent has in common. */
export interface Envelope {
  readonly resource: Attributes;
  readonly scope: { readonly name: string; readonly version: string };
  /** Goes over every text that leaves. */
  readonly redact: (text: string) => string;
}

export function encodeSpans(spans: readonly Span[], envelope: Envelope): string {
  const { scope, redact } = envelope;
  const encoded = spans.map((span) => ({
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId !== undefined && { parentSpanId: span.parentSpanId }),
    name: redact(span.name),
    kind: span.kind,
    startTimeUnixNano: nanoseconds(span.start),
    endTimeUnixNano: nanoseconds(span.end),
    attributes: encodeAttributes(span.attributes, redact),
    events: span.events.map(({ name, at, attributes }) => ({
      timeUnixNano: nanoseconds(at),
      name,
      attributes: encodeAttributes(attributes, redact),
    })),
    status: span.error === undefined ? {} : { code: STATUS_ERROR, message: redact(span.error) },
  }));
  const resource = { attributes: encodeAttributes(envelope.resource, redact) };
  return JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope, spans: encoded }] }] });
}

const STATUS_ERROR = 2;

export interface Period {
  readonly start: number;
  readonly end: number;
  /** Everything is sent once, at the end: what differs is how the receiver adds it up. */
  readonly temporality: 'delta' | 'cumulative';
}

export function encodeMetrics(
  measured: readonly Measured[],
  period: Period,
  envelope: Envelope,
): string {
  const { scope, redact } = envelope;
  const aggregationTemporality = period.temporality === 'delta' ? 1 : 2;
  const metrics = measured.map(({ instrument, points }) => {
    const { name, unit, description, bounds } = instrument;
    const head = { name, unit, description };
    const common = (point: Point) => ({
      attributes: encodeAttributes(point.attributes, redact),
      startTimeUnixNano: nanoseconds(period.start),
      timeUnixNano: nanoseconds(period.end),
    });
    if (!bounds) {
      const dataPoints = points.map((point) => ({ ...common(point), asInt: String(point.sum) }));
      return { ...head, sum: { dataPoints, aggregationTemporality, isMonotonic: true } };
    }
    const dataPoints = points.map((point) => ({
      ...common(point),
      count: String(point.count),
      sum: point.sum,
      min: point.min,
      max: point.max,
      bucketCounts: point.buckets.map(String),
      explicitBounds: bounds,
    }));
    return { ...head, histogram: { dataPoints, aggregationTemporality } };
  });
  const resource = { attributes: encodeAttributes(envelope.resource, redact) };
  return JSON.stringify({ resourceMetrics: [{ resource, scopeMetrics: [{ scope, metrics }] }] });
}

function encodeAttributes(attributes: Attributes, redact: Envelope['redact']) {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key: redact(key), value: encodeValue(value, redact) }],
  );
}

function encodeValue(value: AttributeValue, redact: Envelope['redact']): unknown {
  if (typeof value === 'string') return { stringValue: redact(value) };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  }
  if ('double' in value) return { doubleValue: value.double };
  return { arrayValue: { values: value.map((text) => ({ stringValue: redact(text) })) } };
}

/** Epoch nanoseconds are beyond what a number holds exactly; microseconds are not. */
function nanoseconds(ms: number): string {
  return `${Math.round(ms * 1000)}000`;
}
