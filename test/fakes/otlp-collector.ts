import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkMetrics, checkSpans, type OtlpMetric, type OtlpSpan } from './otlp-protocol.ts';

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** How a request is answered: a status, a body beside it, or never. */
export type CollectorAnswer = number | { readonly body: string } | 'hang';

export interface FakeCollector {
  readonly url: string;
  readonly requests: readonly Received[];
  readonly spans: readonly OtlpSpan[];
  readonly metrics: readonly OtlpMetric[];
  /** Attributes of the last resource. */
  readonly resource: Readonly<Record<string, unknown>>;
  /** Everything that broke the protocol. A good client leaves it empty. */
  readonly violations: readonly string[];
  /** Resolves when a request with this number (from 0) came. */
  received(index: number): Promise<void>;
  close(): Promise<void>;
}

/** A loopback collector for OTLP/HTTP in JSON that looks closely at what it is sent. */
export async function startFakeCollector(
  answers: (index: number, path: string) => CollectorAnswer = () => 200,
): Promise<FakeCollector> {
  const requests: Received[] = [];
  const spans: OtlpSpan[] = [];
  const metrics: OtlpMetric[] = [];
  const violations: string[] = [];
  let resource: Record<string, unknown> = {};
  const waiting: { readonly index: number; readonly done: () => void }[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const path = incoming.url ?? '';
    requests.push({ path, headers: incoming.headers, text });
    const answer = answers(requests.length - 1, path);
    for (const { index, done } of waiting) if (index < requests.length) done();
    if (answer === 'hang') return;
    const status = typeof answer === 'number' ? answer : 200;
    if (status === 200) {
      const taken = path.endsWith('/v1/traces') ? checkSpans(text) : checkMetrics(text);
      violations.push(...taken.violations);
      if (incoming.method !== 'POST') violations.push(`${incoming.method} is no POST`);
      if (incoming.headers['content-type'] !== 'application/json') violations.push('no JSON type');
      resource = taken.resource;
      if ('spans' in taken) spans.push(...taken.spans);
      else metrics.push(...taken.metrics);
    }
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof answer === 'object' ? answer.body : '{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    spans,
    metrics,
    violations,
    get resource() {
      return resource;
    },
    received: (index) =>
      new Promise((done) => {
        if (index < requests.length) done();
        else waiting.push({ index, done });
      }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
