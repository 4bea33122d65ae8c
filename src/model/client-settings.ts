import { Console } from 'node:console';
import { ConfigError } from '../base/errors.ts';
import type { ConnectionOptions } from './connection.ts';
import { createHttpFetch } from './http-fetch.ts';

/**
 * What every client of the SDK is given, whoever serves the API: our `fetch`, our retries instead of
 * its own, and nothing on stdout.
 * @throws ConfigError for custom headers that can be none.
 */
export function clientSettings({ environment, stallMs, timeoutMs, onSent }: ConnectionOptions) {
  return {
    defaultHeaders: customHeaders(environment['ANTHROPIC_CUSTOM_HEADERS'] ?? ''),
    fetch: withRequestId(createHttpFetch({ environment, stallMs, onSent, asksModel: true })),
    maxRetries: 0,
    timeout: timeoutMs,
    openTelemetry: false as const,
    // stdout is the runner's command channel: a line that the API chose must never get there.
    logger: STDERR,
    // What goes wrong is told by retries and failures; the SDK would print parts of answers, unredacted.
    ...(!process.env['ANTHROPIC_LOG'] && { logLevel: 'off' as const }),
  };
}

/** Made when there is something to say: to open stderr takes time, and mostly there is nothing. */
const say = (...words: unknown[]) => new Console(process.stderr).error(...words);
const STDERR = { error: say, warn: say, info: say, debug: say };

/** How clouds and gateways call what Anthropic calls `request-id`. */
const REQUEST_IDS = ['x-amzn-requestid', 'apim-request-id', 'x-request-id'];

function withRequestId(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const { headers } = response;
    const id = REQUEST_IDS.map((name) => headers.get(name)).find(Boolean);
    if (id && !headers.has('request-id')) headers.set('request-id', id);
    return response;
  };
}

/** The SDK's own variable for gateways: lines of `Name: value`. It would look for it in `process.env`. */
function customHeaders(lines: string): Record<string, string> {
  const given = lines.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    given.map((line, index) => {
      const [, name, value] =
        /^\s*([\w!#$%&'*+.^`|~-]+)\s*:\s*([\t\x20-\x7e]*?)\s*$/u.exec(line) ?? [];
      if (name !== undefined && value !== undefined) return [name, value];
      throw new ConfigError(
        `Line ${index + 1} of ANTHROPIC_CUSTOM_HEADERS is no header: write “Name: value”.`,
      );
    }),
  );
}

/** @throws ConfigError for a secret that can't stand in a header. Node's message would hold it. */
export function headerSecret(secret: string, what: string): string {
  const odd = /[^\u0021-\u007e]/u.exec(secret);
  if (!odd) return secret;
  throw new ConfigError(
    `The ${what} has a blank, a line break or another character that can't be in one, at position ${odd.index + 1}: store the secret anew.`,
  );
}

/** @throws ConfigError for an address that is none. */
export function baseUrlOf(url: string | undefined): { readonly baseURL?: string } {
  if (url === undefined) return {};
  if (URL.canParse(url) && /^https?:$/u.test(new URL(url).protocol)) return { baseURL: url };
  throw new ConfigError(`The base URL “${url}” is no http or https URL.`);
}
