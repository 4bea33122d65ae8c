/** A span as it came, attributes by name. */
export interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly start: bigint;
  readonly end: bigint;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly events: readonly { readonly name: string; readonly attributes: Fields }[];
  readonly status: { readonly code?: number; readonly message?: string };
}

export interface OtlpMetric {
  readonly name: string;
  readonly unit: string;
  readonly temporality: number;
  readonly points: readonly (Fields & { readonly attributes: Fields })[];
}

type Fields = Readonly<Record<string, unknown>>;
interface Taken {
  readonly resource: Record<string, unknown>;
  readonly violations: string[];
}

/** Reads an ExportTraceServiceRequest, as strictly as the JSON encoding of OTLP is specified. */
export function checkSpans(text: string): Taken & { spans: OtlpSpan[] } {
  const { resource, items, violations, say } = envelope(text, 'Spans', 'spans');
  const spans = items.map((item) => {
    const { traceId, spanId, parentSpanId, name, kind, attributes, events, status } = item;
    if (!isId(traceId, 32)) say(`traceId ${traceId}`);
    if (!isId(spanId, 16)) say(`spanId ${spanId}`);
    if (parentSpanId !== undefined && !isId(parentSpanId, 16)) say(`parentSpanId ${parentSpanId}`);
    if (typeof name !== 'string' || name === '') say('a span without a name');
    if (![1, 2, 3, 4, 5].includes(kind as number)) say(`kind ${kind}`);
    const start = nanoseconds(item['startTimeUnixNano'], say);
    const end = nanoseconds(item['endTimeUnixNano'], say);
    if (end < start) say(`${name} ends before it starts`);
    return {
      ...(item as unknown as OtlpSpan),
      start,
      end,
      attributes: attributesOf(attributes, say),
      events: (events as Fields[]).map((event) => {
        nanoseconds(event['timeUnixNano'], say);
        return { name: String(event['name']), attributes: attributesOf(event['attributes'], say) };
      }),
      status: status as OtlpSpan['status'],
    };
  });
  return { resource, violations, spans };
}

/** Reads an ExportMetricsServiceRequest: sums and histograms. */
export function checkMetrics(text: string): Taken & { metrics: OtlpMetric[] } {
  const { resource, items, violations, say } = envelope(text, 'Metrics', 'metrics');
  const metrics = items.map((item) => {
    const kind = 'sum' in item ? 'sum' : 'histogram';
    const data = item[kind] as { dataPoints: Fields[]; aggregationTemporality: number };
    if (![1, 2].includes(data.aggregationTemporality)) say(`${item['name']}: no temporality`);
    const points = data.dataPoints.map((point) => {
      const start = nanoseconds(point['startTimeUnixNano'], say);
      if (nanoseconds(point['timeUnixNano'], say) < start) say('a point ends before it starts');
      if (kind === 'histogram') checkBuckets(point, say);
      else if (!/^\d+$/.test(String(point['asInt']))) say(`asInt ${point['asInt']}`);
      return { ...point, attributes: attributesOf(point['attributes'], say) };
    });
    const { name, unit } = item as { name: string; unit: string };
    return { name, unit, temporality: data.aggregationTemporality, points };
  });
  return { resource, violations, metrics };
}

function checkBuckets(point: Fields, say: (text: string) => void): void {
  const counts = point['bucketCounts'] as unknown[];
  const bounds = point['explicitBounds'] as number[];
  if (counts.length !== bounds.length + 1) say('bounds do not fit the buckets');
  if (counts.some((count) => typeof count !== 'string')) say('a bucket is no decimal string');
  if (bounds.some((bound, at) => at > 0 && bound <= (bounds[at - 1] ?? 0))) say('bounds unordered');
  const sum = counts.reduce<bigint>((all, count) => all + BigInt(String(count)), 0n);
  if (String(sum) !== point['count']) say(`count ${point['count']} of ${sum}`);
}

function envelope(text: string, kind: 'Spans' | 'Metrics', list: string) {
  const violations: string[] = [];
  const say = (what: string) => void violations.push(what);
  const body = JSON.parse(text) as Record<string, Fields[]>;
  const groups = body[`resource${kind}`] ?? [];
  if (groups.length === 0) say(`no resource${kind}`);
  let resource = {};
  const items = groups.flatMap((group) => {
    resource = attributesOf((group['resource'] as Fields)['attributes'], say);
    const scopes = group[`scope${kind}`] as Fields[];
    if (scopes.some(({ scope }) => typeof (scope as Fields)['name'] !== 'string')) say('no scope');
    return scopes.flatMap((scope) => scope[list] as Fields[]);
  });
  return { resource, items, violations, say };
}

function isId(value: unknown, length: number): boolean {
  return typeof value === 'string' && value.length === length && /^(?!0+$)[0-9a-f]+$/.test(value);
}

function nanoseconds(value: unknown, say: (text: string) => void): bigint {
  if (typeof value === 'string' && /^\d{19}$/.test(value)) return BigInt(value);
  say(`${JSON.stringify(value)} is no time in nanoseconds`);
  return 0n;
}

function attributesOf(list: unknown, say: (text: string) => void): Record<string, unknown> {
  const entries = (list as { key: string; value: Fields }[]).map(({ key, value }) => {
    const [[kind = '', held] = []] = Object.entries(value);
    if (Object.keys(value).length !== 1) say(`${key} has no one value`);
    return [key, plain(kind, held, say)] as const;
  });
  if (new Set(entries.map(([key]) => key)).size !== entries.length) say('a key stands there twice');
  return Object.fromEntries(entries);
}

function plain(kind: string, held: unknown, say: (text: string) => void): unknown {
  if (kind === 'stringValue' && typeof held === 'string') return held;
  if (kind === 'boolValue' && typeof held === 'boolean') return held;
  if (kind === 'doubleValue' && typeof held === 'number') return held;
  if (kind === 'intValue' && typeof held === 'string' && /^-?\d+$/.test(held)) return Number(held);
  if (kind === 'arrayValue') {
    return (held as { values: Fields[] }).values.map((value) => value['stringValue']);
  }
  say(`${kind} can't be ${JSON.stringify(held)}`);
  return undefined;
}
