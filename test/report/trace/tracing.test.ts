import { expect, onTestFinished, test } from 'vitest';
import { createRedactor } from '../../../src/base/redactor.ts';
import type { RunEvent } from '../../../src/events/run-event.ts';
import { createHttpFetch } from '../../../src/model/http-fetch.ts';
import { createTracing } from '../../../src/report/trace/tracing.ts';
import {
  type CollectorAnswer,
  type FakeCollector,
  startFakeCollector,
} from '../../fakes/otlp-collector.ts';
import { INFO, SECRET } from '../sample-run.ts';
import {
  allowed,
  answered,
  asked,
  begun,
  denied,
  ended,
  finished,
  resulted,
  started,
} from './trace-events.ts';

const RUN: readonly RunEvent[] = [
  begun,
  asked(10, 1),
  answered(100),
  allowed(121, 'a'),
  denied(122, 'b'),
  started(123, 'a'),
  finished(150, 'a', false, 28),
  resulted(151, ['a', 'b']),
  ended(210),
];

const turns = (count: number): RunEvent[] =>
  Array.from({ length: count }, (_, at) => [asked(at, at), answered(at)]).flat();

async function trace(
  events: readonly RunEvent[],
  answers?: (index: number, path: string) => CollectorAnswer,
  more: {
    variables?: Record<string, string>;
    flushMs?: number;
    path?: string;
    redact?: (text: string) => string;
    beforeEnd?: (collector: FakeCollector) => Promise<void>;
  } = {},
) {
  const collector = await startFakeCollector(answers);
  onTestFinished(() => collector.close());
  const failures: string[] = [];
  const tracing = createTracing({
    variables: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}${more.path ?? ''}`,
      ...more.variables,
    },
    resource: { 'service.instance.id': INFO.sessionId },
    version: '1',
    redact: more.redact ?? createRedactor([SECRET]).redact,
    fetch: createHttpFetch({ environment: {}, stallMs: 60_000 }),
    flushMs: more.flushMs ?? 30_000,
    onFailure: (text) => void failures.push(text),
  });
  for (const event of events) tracing.emit(event);
  await more.beforeEnd?.(collector);
  await tracing.finish();
  return { collector, tracing, failures };
}

test('spans arrive whole and linked, in the encoding of OTLP', async () => {
  const { collector, tracing, failures } = await trace(RUN, undefined, {
    variables: { OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20abc' },
  });
  expect(failures).toEqual([]);
  expect(collector.violations).toEqual([]);
  expect(collector.spans.map(({ name, kind, status }) => [name, kind, status.code])).toEqual([
    [`chat ${INFO.model}`, 3, undefined],
    ['permission_decision', 1, undefined],
    ['permission_decision', 1, undefined],
    ['execute_tool Bash', 1, 2],
    ['execute_tool Bash', 1, undefined],
    ['turn 1', 1, undefined],
    ['invoke_agent unattended', 1, undefined],
  ]);
  const ids = new Set(collector.spans.map(({ spanId }) => spanId));
  for (const { traceId, parentSpanId = '', name } of collector.spans) {
    expect(traceId).toBe(tracing.traceId);
    expect(ids.has(parentSpanId)).toBe(name !== 'invoke_agent unattended');
  }
  expect(collector.resource).toEqual({
    'service.name': 'unattended',
    'service.instance.id': INFO.sessionId,
  });
  expect(collector.requests.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer abc',
    'Bearer abc',
  ]);
  expect(collector.spans.at(-1)?.attributes).toMatchObject({
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.conversation.id': INFO.sessionId,
    'unattended.cost_usd': 0.0312,
    'unattended.dry_run': false,
    'unattended.turns': 5,
  });
});

test('metrics follow from the spans', async () => {
  const { collector } = await trace(RUN);
  expect(
    collector.metrics.map(({ name, unit, temporality, points }) => [
      name,
      unit,
      temporality,
      points.map((point) => [
        point.attributes['gen_ai.token.type'] ??
          point.attributes['unattended.decision.behavior'] ??
          point.attributes['error.type'],
        point['sum'] ?? point['asInt'],
      ]),
    ]),
  ).toEqual([
    [
      'gen_ai.client.token.usage',
      '{token}',
      2,
      [
        ['input', 2_100],
        ['output', 80],
      ],
    ],
    ['gen_ai.client.operation.duration', 's', 2, [[undefined, 0.09]]],
    [
      'gen_ai.execute_tool.duration',
      's',
      2,
      [
        ['denied', expect.closeTo(0, 2)],
        [undefined, expect.closeTo(0.029, 2)],
      ],
    ],
    ['gen_ai.invoke_agent.duration', 's', 2, [[undefined, 0.21]]],
    [
      'unattended.decisions',
      '{decision}',
      2,
      [
        ['allow', '1'],
        ['deny', '1'],
      ],
    ],
  ]);
});

test('a secret in a name that we do show is taken out before it is sent', async () => {
  const info = { ...INFO, model: SECRET.value, policy: { ...INFO.policy, name: SECRET.value } };
  const { collector } = await trace(
    [{ ...begun, info } as RunEvent, asked(1, 1), answered(5), ended(9)],
    undefined,
    { variables: { OTEL_RESOURCE_ATTRIBUTES: `team=${SECRET.value}` } },
  );
  const sent = collector.requests.map(({ text }) => text).join();
  expect(sent).toContain('[redacted DEPLOY_TOKEN]');
  expect(sent).not.toContain(SECRET.value);
});

test('a collector that hangs is given up at the limit, and said once', async () => {
  const { failures } = await trace(RUN, () => 'hang', { flushMs: 50 });
  expect(failures).toEqual([expect.stringContaining('it took more than 0.05 s at the end')]);
});

test('a collector that is not there is said once, without the path of its address', async () => {
  const { failures, collector } = await trace(RUN, () => 401, { path: '/k3y-in-path' });
  expect(failures).toEqual([
    `Traces could not all be sent to ${collector.url}: it answered 401. The run itself is not touched by it.`,
  ]);
  expect(collector.requests).toHaveLength(2);
});

test('what can not be written down is said, and ends nothing', async () => {
  const redact = () => {
    throw new Error('odd');
  };
  const { failures } = await trace(RUN, undefined, { redact });
  expect(failures).toEqual([expect.stringContaining('it could not be written down: odd')]);
});

test('what it refuses of a batch is said', async () => {
  const body = JSON.stringify({ partialSuccess: { rejectedSpans: '3', errorMessage: 'x' } });
  const { failures } = await trace(RUN, (_index, path) => (path === '/v1/traces' ? { body } : 200));
  expect(failures).toEqual([expect.stringContaining('it refused 3 of what was sent')]);
});

test('batches go out while the run goes on', async () => {
  const { collector } = await trace([begun, ...turns(300), ended(999)], undefined, {
    beforeEnd: ({ received }) => received(0),
  });
  expect(collector.violations).toEqual([]);
  expect(collector.spans).toHaveLength(601);
});

test('spans that a collector could not take in passing go out with the next batch', async () => {
  let failed = false;
  const { collector, failures } = await trace(
    [begun, ...turns(300), ended(999)],
    (_index, path) => {
      if (path !== '/v1/traces' || failed) return 200;
      failed = true;
      return 503;
    },
  );
  expect(failures).toEqual([expect.stringContaining('it answered 503')]);
  expect(collector.violations).toEqual([]);
  expect(new Set(collector.spans.map(({ spanId }) => spanId)).size).toBe(601);
});

test('an unrecorded parent: metrics alone, and no trace to show', async () => {
  const parent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`;
  const { collector, tracing } = await trace(RUN, undefined, {
    variables: { TRACEPARENT: parent },
  });
  expect(tracing.traceId).toBeUndefined();
  expect(collector.requests.map(({ path }) => path)).toEqual(['/v1/metrics']);
});
