import { messageOf } from '../../base/errors.ts';
import { oneLine } from '../../base/text.ts';
import type { Channel } from './settings.ts';

/** What became of something sent: taken, or in words why not, and whether another try may help. */
export interface Posted {
  readonly problem: string | undefined;
  readonly again: boolean;
}

/** Statuses after which OTLP's specification has a client try again. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Sends one request of OTLP/HTTP in JSON. Never rejects. */
export async function post(
  channel: Channel,
  encode: () => string,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<Posted> {
  const limit = AbortSignal.timeout(channel.timeoutMs);
  let body: string;
  try {
    body = encode();
  } catch (error) {
    return { problem: `it could not be written down: ${messageOf(error)}`, again: false };
  }
  try {
    const response = await fetch(channel.url, {
      method: 'POST',
      headers: { ...channel.headers, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.any([signal, limit]),
    });
    const text = await response.text();
    if (response.ok) return { problem: rejected(text), again: false };
    return {
      problem: `it answered ${response.status}`,
      again: PASSING.has(response.status),
    };
  } catch (error) {
    const late = `it did not answer within ${channel.timeoutMs / 1000} s`;
    return { problem: limit.aborted ? late : oneLine(messageOf(error), 200), again: true };
  }
}

/** A receiver may take a part, and say so in a good answer. */
function rejected(text: string): string | undefined {
  try {
    const { partialSuccess } = JSON.parse(text) as {
      partialSuccess?: { rejectedSpans?: unknown; rejectedDataPoints?: unknown };
    };
    const count = Number(partialSuccess?.rejectedSpans ?? partialSuccess?.rejectedDataPoints ?? 0);
    return count > 0 ? `it refused ${count} of what was sent` : undefined;
  } catch {
    // Some answer nothing, or in protobuf: what they took, they took.
    return undefined;
  }
}
