import { describe, expect, test } from 'vitest';
import { readSettings } from '../../../src/report/trace/settings.ts';

const ALL = 'OTEL_EXPORTER_OTLP_ENDPOINT';

test('the address of all kinds gets the path of each, the address of one kind is taken as it is', () => {
  const { traces, metrics, warnings } = readSettings({
    [ALL]: ' https://collector.example.com/otlp/ ',
    OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://other:9000/in?key=1',
  });
  expect(traces?.url.href).toBe('https://collector.example.com/otlp/v1/traces');
  expect(metrics?.url.href).toBe('http://other:9000/in?key=1');
  expect(warnings).toEqual([]);
});

test.each<[Record<string, string>, string | undefined, string | undefined]>([
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://t/x' }, 'http://t/x', undefined],
  [{ OTEL_TRACES_EXPORTER: 'otlp' }, 'http://localhost:4318/v1/traces', undefined],
  [{ [ALL]: 'http://c', OTEL_TRACES_EXPORTER: 'none' }, undefined, 'http://c/v1/metrics'],
  [{ [ALL]: 'http://c', OTEL_METRICS_EXPORTER: 'none' }, 'http://c/v1/traces', undefined],
])('%j', (variables, traces, metrics) => {
  const settings = readSettings(variables);
  expect([settings.traces?.url.href, settings.metrics?.url.href]).toEqual([traces, metrics]);
  expect(settings.warnings).toEqual([]);
});

test('headers are decoded, those of one kind win, and so does its time limit', () => {
  const { traces, metrics } = readSettings({
    [ALL]: 'http://c',
    OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20abc=, x-team = 50%,,=nothing,none',
    OTEL_EXPORTER_OTLP_METRICS_HEADERS: 'api-key=m',
    OTEL_EXPORTER_OTLP_TIMEOUT: '3000',
    OTEL_EXPORTER_OTLP_METRICS_TIMEOUT: 'soon',
  });
  expect(traces).toMatchObject({
    headers: { authorization: 'Bearer abc=', 'x-team': '50%' },
    timeoutMs: 3_000,
  });
  expect(metrics).toMatchObject({ headers: { 'api-key': 'm' }, timeoutMs: 10_000 });
});

test('a user in the address is a header, unless one is given', () => {
  const variables = { [ALL]: 'https://me:p%40ss@c' };
  const basic = `Basic ${Buffer.from('me:p@ss').toString('base64')}`;
  expect(readSettings(variables).traces?.headers).toEqual({ authorization: basic });
  const given = { ...variables, OTEL_EXPORTER_OTLP_HEADERS: 'authorization=mine' };
  expect(readSettings(given).traces?.headers).toEqual({ authorization: 'mine' });
});

describe('what can not be done is said, and nothing is sent', () => {
  test.each<[Record<string, string>, RegExp]>([
    [{ [ALL]: 'http://c', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, /“grpc”: only http\/json/],
    [{ [ALL]: 'http://c', OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' }, /Set it to http\/json/],
    [{ [ALL]: 'collector:4318' }, /it takes one such as/],
    [{ [ALL]: 'not an address' }, /it takes one such as/],
    [
      { [ALL]: 'http://c', OTEL_TRACES_EXPORTER: 'console', OTEL_METRICS_EXPORTER: 'console' },
      /OTEL_TRACES_EXPORTER asks for “console”/,
    ],
  ])('%j', (variables, warning) => {
    const { traces, metrics, warnings } = readSettings(variables);
    expect([traces, metrics]).toEqual([undefined, undefined]);
    expect(warnings[0]).toMatch(warning);
    expect(warnings.join()).not.toMatch(/collector:4318|not an/);
  });

  test('one sentence for one mistake', () => {
    const all = { [ALL]: 'http://c', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' };
    expect(readSettings(all).warnings).toHaveLength(1);
  });
});

test('http/json for one kind is enough for that kind', () => {
  const { traces, metrics, warnings } = readSettings({
    [ALL]: 'http://c',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
  });
  expect([traces?.url.href, metrics]).toEqual(['http://c/v1/traces', undefined]);
  expect(warnings).toHaveLength(1);
});

test('names and attributes of the service', () => {
  expect(
    readSettings({
      OTEL_SERVICE_NAME: 'bot',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,team=a%2Cb',
    }).resource,
  ).toEqual({ 'service.name': 'bot', team: 'a,b' });
});

test.each<[string | undefined, string]>([
  [undefined, 'cumulative'],
  ['delta', 'delta'],
  ['LowMemory', 'delta'],
  ['nonsense', 'cumulative'],
])('temporality %s', (preference, temporality) => {
  const name = 'OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE';
  const variables = preference === undefined ? {} : { [name]: preference };
  expect(readSettings(variables).temporality).toBe(temporality);
});

describe('TRACEPARENT', () => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  const span = '00f067aa0ba902b7';
  const read = (value: string) => readSettings({ [ALL]: 'http://c', TRACEPARENT: value });

  test('is joined', () => {
    expect(read(`00-${trace}-${span}-01`).parent).toMatchObject({
      traceId: trace,
      parentSpanId: span,
    });
    expect(read(`cc-${trace}-${span}-03-later-version`).parent?.traceId).toBe(trace);
  });

  test('of a trace that is not recorded: metrics alone', () => {
    const { traces, metrics } = read(`00-${trace}-${span}-00`);
    expect([traces, metrics?.url.href]).toEqual([undefined, 'http://c/v1/metrics']);
  });

  test.each([
    '',
    'x',
    `ff-${trace}-${span}-01`,
    `00-${'0'.repeat(32)}-${span}-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace.toUpperCase()}-${span}-01`,
    `00-${trace}-${span}-01x`,
  ])('%j is none', (value) => {
    expect(read(value)).toMatchObject({ parent: undefined });
  });
});
