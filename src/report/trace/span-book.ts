import { randomBytes } from '../../base/random.ts';
import {
  type Attributes,
  SPAN_KIND,
  type Span,
  type SpanEvent,
  type TraceContext,
} from './span.ts';

/** A span that goes on. */
export interface OpenSpan {
  readonly id: string;
  readonly name: string;
  readonly kind: Span['kind'];
  readonly parent: OpenSpan | undefined;
  readonly events: SpanEvent[];
  start: number;
  /** No earlier than the end of what ended in it. */
  end: number;
  attributes: Attributes;
  open: boolean;
}

export interface NewSpan {
  /** Absent: one of its own. */
  readonly id?: string | undefined;
  readonly name: string;
  readonly at: number;
  readonly kind?: Span['kind'];
  readonly parent?: OpenSpan | undefined;
  readonly attributes?: Attributes;
}

/** Of a span that something else ended: its own end was never told. */
const UNFINISHED = 'unfinished';

/**
 * Opens and ends spans, and keeps their tree well-formed whatever it is told: a child lies within its
 * parent, none outlives it, none ends before it began. Clocks are set back while runs go on.
 */
export class SpanBook {
  readonly #trace: TraceContext;
  readonly #onEnd: (span: Span) => void;
  readonly #open = new Set<OpenSpan>();

  constructor(trace: TraceContext, onEnd: (span: Span) => void) {
    this.#trace = trace;
    this.#onEnd = onEnd;
  }

  /** Below an ended span nothing can begin any more: its nearest open ancestor is taken. */
  open({ name, at, kind = SPAN_KIND.internal, attributes = {}, ...given }: NewSpan): OpenSpan {
    let { parent } = given;
    while (parent?.open === false) parent = parent.parent;
    const start = Math.max(at, parent?.start ?? at);
    const id = given.id ?? randomBytes(8).toString('hex');
    const span = { id, name, kind, parent, events: [], start, end: start, attributes, open: true };
    this.#open.add(span);
    return span;
  }

  /** Moves the start back: that it began earlier is sometimes known only later. */
  beganBy(span: OpenSpan, at: number): void {
    span.start = Math.max(Math.min(span.start, at), span.parent?.start ?? at);
  }

  /** Ends a span, and before it what still goes on in it, as unfinished. A second time does nothing. */
  end(span: OpenSpan, at: number, attributes: Attributes = {}, error?: string): void {
    if (!span.open) return;
    for (const other of this.#open) {
      if (other.parent === span) this.end(other, at, {}, UNFINISHED);
    }
    span.open = false;
    this.#open.delete(span);
    span.end = Math.max(span.start, span.end, at);
    if (span.parent) span.parent.end = Math.max(span.parent.end, span.end);
    const own = { ...span.attributes, ...attributes };
    this.#onEnd({
      traceId: this.#trace.traceId,
      spanId: span.id,
      parentSpanId: span.parent?.id ?? this.#trace.parentSpanId,
      name: span.name,
      kind: span.kind,
      start: span.start,
      end: span.end,
      attributes: error === undefined ? own : { ...own, 'error.type': error },
      events: span.events,
      error,
    });
  }
}
