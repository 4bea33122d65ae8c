import type { RunEvent } from '../../events/run-event.ts';
import { SpanExporter } from './exporter.ts';
import { type Envelope, encodeMetrics, encodeSpans } from './otlp.ts';
import { newTrace } from './parent.ts';
import { post } from './post.ts';
import { RunMetrics } from './run-metrics.ts';
import { RunSpans } from './run-spans.ts';
import { type Channel, readSettings } from './settings.ts';
import type { Attributes } from './span.ts';

export interface TracingOptions {
  /** Those that the process was started with: OpenTelemetry's own say where to and how. */
  readonly variables: Readonly<Record<string, string>>;
  /** To go on with; absent: that of the variables, or a new one. */
  readonly traceId?: string;
  /** What is known of this process and its job. */
  readonly resource: Attributes;
  readonly version: string;
  readonly redact: (text: string) => string;
  readonly fetch: typeof fetch;
  /** The whole time that the end of a run may wait for collectors, ms. */
  readonly flushMs: number;
  /** Told once: that something could not be sent. */
  readonly onFailure: (text: string) => void;
}

/** Shows a run to OpenTelemetry collectors. */
export interface Tracing {
  /** `undefined`: only metrics are sent. */
  readonly traceId: string | undefined;
  /** What the variables ask for and can't be done, in sentences. */
  readonly warnings: readonly string[];
  emit(event: RunEvent): void;
  /** Sends what is left, or gives up at the limit. Never rejects. */
  finish(): Promise<void>;
}

export function createTracing(options: TracingOptions): Tracing {
  const { redact, fetch } = options;
  const settings = readSettings(options.variables);
  const { traces, metrics } = settings;
  const envelope: Envelope = {
    resource: { 'service.name': 'unattended', ...options.resource, ...settings.resource },
    scope: { name: 'unattended', version: options.version },
    redact,
  };
  const stop = new AbortController();
  const startedAt = Date.now();
  const measured = new RunMetrics();
  let failed = false;
  const fail = (what: string, channel: Channel) => (problem: string) => {
    if (failed) return;
    failed = true;
    const late = `it took more than ${options.flushMs / 1000} s at the end`;
    const why = stop.signal.aborted ? late : problem;
    // A path or a query of the address may be a key.
    options.onFailure(
      `${what} could not all be sent to ${channel.url.origin}: ${why}. The run itself is not touched by it.`,
    );
  };
  const exporter =
    traces &&
    new SpanExporter(
      (spans) => post(traces, () => encodeSpans(spans, envelope), fetch, stop.signal),
      fail('Traces', traces),
    );
  const trace = { ...(settings.parent ?? newTrace()) };
  if (options.traceId !== undefined) trace.traceId = options.traceId;
  const spans = new RunSpans(trace, (span) => {
    exporter?.add(span);
    measured.record(span);
  });
  const sendMetrics = async () => {
    if (!metrics || measured.measured.length === 0) return;
    const period = { start: startedAt, end: Date.now(), temporality: settings.temporality };
    const encode = () => encodeMetrics(measured.measured, period, envelope);
    const { problem } = await post(metrics, encode, fetch, stop.signal);
    if (problem !== undefined) fail('Metrics', metrics)(problem);
  };
  return {
    traceId: traces ? trace.traceId : undefined,
    warnings: settings.warnings,
    emit: (event) => spans.emit(event),
    finish: async () => {
      const limit = setTimeout(() => stop.abort(), options.flushMs);
      const over = new Promise<void>((resolve) => {
        stop.signal.addEventListener('abort', () => resolve(), { once: true });
      });
      // Whatever a request does with its signal, the run has ended by then.
      await Promise.race([Promise.all([exporter?.flush(), sendMetrics()]), over]);
      clearTimeout(limit);
      const last = traces ?? metrics;
      if (stop.signal.aborted && last) fail('Traces', last)('');
    },
  };
}
