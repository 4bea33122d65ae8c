import { readPairs } from '../../base/pair-list.ts';
import { proxyAuthorization as basicAuthorization } from '../../model/proxy.ts';
import { readParent } from './parent.ts';
import type { Attributes, TraceContext } from './span.ts';

type Variables = Readonly<Record<string, string>>;
type Signal = 'TRACES' | 'METRICS';

/** Where one kind of data goes. */
export interface Channel {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

export interface TraceSettings {
  readonly traces: Channel | undefined;
  readonly metrics: Channel | undefined;
  readonly temporality: 'delta' | 'cumulative';
  /** From the variables alone; what we know by ourselves stands below it. */
  readonly resource: Attributes;
  readonly parent: TraceContext | undefined;
  /** What of the variables can't be followed, in sentences for whoever set them. */
  readonly warnings: readonly string[];
}

/** Reads OpenTelemetry's own variables (specification, “Environment Variable” and “OTLP Exporter”). Never throws. */
export function readSettings(variables: Variables): TraceSettings {
  const warnings: string[] = [];
  const parent = readParent(variables['TRACEPARENT']);
  // Whoever began the trace decided that it is not recorded.
  const traces = parent?.sampled === false ? undefined : channel('TRACES', variables, warnings);
  const service = given(variables['OTEL_SERVICE_NAME']);
  const preference = variables['OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE'];
  return {
    traces,
    metrics: channel('METRICS', variables, warnings),
    temporality: /^(delta|lowmemory)$/i.test(preference?.trim() ?? '') ? 'delta' : 'cumulative',
    resource: {
      ...Object.fromEntries(readPairs(variables['OTEL_RESOURCE_ATTRIBUTES'] ?? '')),
      ...(service !== undefined && { 'service.name': service }),
    },
    parent,
    warnings: [...new Set(warnings)],
  };
}

function channel(signal: Signal, variables: Variables, warnings: string[]): Channel | undefined {
  const own = `OTEL_EXPORTER_OTLP_${signal}_`;
  const read = (name: string) =>
    given(variables[`${own}${name}`]) ?? given(variables[`OTEL_EXPORTER_OTLP_${name}`]);
  const exporters = given(variables[`OTEL_${signal}_EXPORTER`]) ?? 'otlp';
  if (!exporters.split(',').some((name) => name.trim().toLowerCase() === 'otlp')) {
    if (exporters.toLowerCase() !== 'none') {
      warnings.push(
        `OTEL_${signal}_EXPORTER asks for “${exporters}”: only otlp and none are known, so no ${signal.toLowerCase()} are sent.`,
      );
    }
    return undefined;
  }
  const protocol = read('PROTOCOL') ?? 'http/json';
  if (protocol !== 'http/json') {
    warnings.push(
      `OTEL_EXPORTER_OTLP_PROTOCOL asks for “${protocol}”: only http/json is spoken here, so nothing is sent. Set it to http/json; collectors take that at the same port as http/protobuf.`,
    );
    return undefined;
  }
  const address = addressOf(signal, variables);
  if (address === undefined) return undefined;
  const url = urlOf(address);
  if (!url) {
    warnings.push(
      `${variables[`${own}ENDPOINT`]?.trim() ? own : 'OTEL_EXPORTER_OTLP_'}ENDPOINT is no address to send to: it takes one such as https://collector.example.com:4318.`,
    );
    return undefined;
  }
  const authorization = basicAuthorization(url);
  const headers = {
    ...(authorization !== undefined && { authorization }),
    ...Object.fromEntries(
      readPairs(read('HEADERS') ?? '').map(([name, value]) => [name.toLowerCase(), value]),
    ),
  };
  return { url, headers, timeoutMs: Number(read('TIMEOUT')) || DEFAULT_TIMEOUT_MS };
}

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_ENDPOINT = 'http://localhost:4318';

/** The address of one kind of data is taken as it is; to the one of all kinds its path is added. */
function addressOf(signal: Signal, variables: Variables): string | undefined {
  const own = given(variables[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`]);
  if (own !== undefined) return own;
  // Whoever names the collector for one kind alone has none for the other.
  const asked = given(variables[`OTEL_${signal}_EXPORTER`]) !== undefined;
  const all = given(variables['OTEL_EXPORTER_OTLP_ENDPOINT']) ?? (asked ? DEFAULT_ENDPOINT : '');
  if (!URL.canParse(all)) return all || undefined;
  const url = new URL(all);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/${signal.toLowerCase()}`;
  return url.href;
}

function urlOf(address: string): URL | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined;
}

function given(value: string | undefined): string | undefined {
  const trimmed = value?.trim();
  return trimmed === '' ? undefined : trimmed;
}
