import { messageOf } from '../../base/errors.ts';

/** The longest wait for the head of an answer, ms. */
const WAIT_MS = 30_000;

/** The last answer, or what kept it from coming. */
export interface LastAnswer {
  readonly broken?: Error;
  readonly headers?: Headers;
}

export type NamedFetch = typeof globalThis.fetch & { readonly last: LastAnswer };

/**
 * `fetch` with errors that name who didn't answer: the exchange stands between a request and the API, and
 * an error of a connection alone doesn't tell which of the two failed. The body is a web stream, as the
 * SDK's code for credentials reads it.
 */
export function namedFetch(who: string, fetch: typeof globalThis.fetch): NamedFetch {
  const named = async (input: string | URL | Request, init?: RequestInit) => {
    const signal = AbortSignal.timeout(WAIT_MS);
    try {
      const response = await fetch(input, { ...init, signal });
      named.last = { headers: response.headers };
      return withStream(response);
    } catch (error) {
      const broken = signal.aborted
        ? failed(`${who}: no answer came within ${WAIT_MS / 1000} s`, 'ETIMEDOUT')
        : failed(`${who}: ${messageOf(error)}`, codeOf(error));
      named.last = { broken };
      throw broken;
    }
  };
  named.last = {} as LastAnswer;
  return named;
}

function withStream(response: Response): Response {
  const { status, ok, headers, body } = response;
  const more = {
    status,
    ok,
    headers,
    get body() {
      return body && ReadableStream.from(body);
    },
    text: () => response.text(),
    json: () => response.json(),
  };
  // Nothing else of it is asked for.
  return more as unknown as Response;
}

function failed(message: string, code: string): Error {
  return Object.assign(new Error(message), { code });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
