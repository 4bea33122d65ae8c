/** `{ double }` where a whole number would else be sent as an integer, and change the attribute's type. */
export type AttributeValue =
  | string
  | number
  | boolean
  | readonly string[]
  | { readonly double: number };

/** Names, ids, counts and durations. What a call was given or gave, prompts and file contents never. */
export type Attributes = Readonly<Record<string, AttributeValue | undefined>>;

/** Numbers of the protocol (opentelemetry-proto, trace.proto). */
export const SPAN_KIND = { internal: 1, client: 3 } as const;

export interface SpanEvent {
  readonly name: string;
  readonly at: number;
  readonly attributes: Attributes;
}

/** A span that has ended. Times are milliseconds since the epoch. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: (typeof SPAN_KIND)[keyof typeof SPAN_KIND];
  readonly start: number;
  readonly end: number;
  readonly attributes: Attributes;
  readonly events: readonly SpanEvent[];
  /** One word on what went wrong; `undefined`: nothing. */
  readonly error: string | undefined;
}

/** The trace that spans belong to, and the span outside of this process that caused them. */
export interface TraceContext {
  readonly traceId: string;
  readonly parentSpanId: string | undefined;
}
