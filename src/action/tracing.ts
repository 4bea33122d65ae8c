import { messageOf } from '../base/errors.ts';
import { createHttpFetch } from '../model/http-fetch.ts';
import type { ReportState } from '../report/run-state.ts';
import { runUrlOf } from '../report/run-url.ts';
import type { Tracing, TracingOptions } from '../report/trace/tracing.ts';
import type { Door } from './door.ts';
import type { Reports } from './reports.ts';
import { VERSION } from './version.ts';

export type RunTracing = Pick<Tracing, 'traceId' | 'warnings' | 'finish'>;

interface Parts {
  readonly door: Door;
  readonly reports: Reports;
  readonly sessionId: string;
}

/** A run must end on time also when a collector hangs. */
const FLUSH_MS = 2_000;

/**
 * Traces the run when OpenTelemetry's variables say where to; else nothing of it is loaded. Never
 * rejects: that a run can't be traced is no reason not to run.
 */
export async function openTracing(parts: Parts): Promise<RunTracing | undefined> {
  if (!isAskedFor(parts.door.variables)) return undefined;
  try {
    return await begin(parts);
  } catch (error) {
    const warnings = [`Tracing could not begin: ${messageOf(error)}`];
    return { traceId: undefined, warnings, finish: async () => {} };
  }
}

function isAskedFor(variables: Readonly<Record<string, string>>): boolean {
  if (variables['OTEL_SDK_DISABLED']?.trim().toLowerCase() === 'true') return false;
  return (
    ADDRESSES.some((name) => variables[name]?.trim()) ||
    EXPORTERS.some((name) => variables[name]?.trim().toLowerCase() === 'otlp')
  );
}

const ADDRESSES = ['ENDPOINT', 'TRACES_ENDPOINT', 'METRICS_ENDPOINT'].map(
  (name) => `OTEL_EXPORTER_OTLP_${name}`,
);
/** Without an address these mean the collector of this machine. */
const EXPORTERS = ['OTEL_TRACES_EXPORTER', 'OTEL_METRICS_EXPORTER'];

/**
 * Sends what a killed run could not: that it ended, in the span that all it did send hangs from.
 * What ran when it was killed is lost. Never rejects.
 */
export async function traceKilledRun(
  state: ReportState,
  given: Pick<TracingOptions, 'variables' | 'redact' | 'onFailure'>,
): Promise<void> {
  const { info, startedAt, outcome, verdict } = state;
  if (info?.traceId === undefined || !outcome || !verdict) return;
  try {
    const { createTracing } = await import('../report/trace/tracing.ts');
    const { sessionId, traceId } = info;
    const tracing = createTracing({ ...tracingOptions({ ...given, sessionId }), traceId });
    const at = Date.now();
    tracing.emit({ type: 'run_started', at: startedAt ?? at, info });
    tracing.emit({ type: 'run_finished', at, outcome, verdict });
    await tracing.finish();
  } catch (error) {
    given.onFailure(`The trace of the run could not be ended: ${messageOf(error)}`);
  }
}

async function begin({ door, reports, sessionId }: Parts): Promise<RunTracing> {
  const { createTracing } = await import('../report/trace/tracing.ts');
  const warn = (text: string) =>
    reports.emit({ type: 'notice', at: Date.now(), level: 'warning', text });
  const { redact } = reports.redactor;
  const tracing = createTracing(
    tracingOptions({ variables: door.variables, sessionId, redact, onFailure: warn }),
  );
  let broken = false;
  reports.onEvent((event) => {
    if (broken) return;
    try {
      tracing.emit(event);
    } catch (error) {
      // A fault of ours in here is no reason to end a run.
      broken = true;
      warn(`Tracing stopped: ${messageOf(error)}`);
    }
  });
  return tracing;
}

function tracingOptions(
  parts: Pick<TracingOptions, 'variables' | 'redact' | 'onFailure'> & {
    readonly sessionId: string;
  },
): TracingOptions {
  const { sessionId, ...given } = parts;
  const { variables } = given;
  return {
    ...given,
    resource: {
      'service.version': VERSION,
      'service.instance.id': sessionId,
      'cicd.pipeline.name': variables['GITHUB_WORKFLOW'],
      'cicd.pipeline.run.id': variables['GITHUB_RUN_ID'],
      'cicd.pipeline.run.url.full': runUrlOf(variables),
    },
    version: VERSION,
    fetch: createHttpFetch({ environment: variables, stallMs: 60_000 }),
    flushMs: FLUSH_MS,
  };
}
