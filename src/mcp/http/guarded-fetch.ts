import { lookup as lookUp } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { createHttpFetch } from '../../model/http-fetch.ts';
import {
  type AddressRules,
  checkAddress,
  checkResolved,
  hostOf,
  isLoopback,
} from './address-rules.ts';
import { webResponse } from './web-response.ts';

export interface GuardedFetchOptions {
  readonly rules: AddressRules;
  /** Where the proxy variables are read from. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** For tests: what a name leads to. Default: the system's resolver. */
  readonly resolve?: typeof lookUp;
}

/** The form of `fetch` that the SDK takes. */
export type GuardedFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** A stream of events may be silent as long as the server likes; calls have their own time. */
const NO_STALL_MS = 2_147_483_647;

/**
 * `fetch` that goes only where the rules let it: each request is judged, those after a redirect too, and the name is
 * resolved once, judged, and connected to as judged (DNS rebinding). Redirects are not followed here.
 */
export function createGuardedFetch(options: GuardedFetchOptions): GuardedFetch {
  const lookup = judgedLookup(options.resolve ?? lookUp);
  const common = { stallMs: NO_STALL_MS, lookup };
  const outside = createHttpFetch({ ...common, environment: options.environment });
  // A proxy's own machine is another one.
  const here = createHttpFetch({ ...common, environment: {} });
  return async (given, init = {}) => {
    const url = new URL(given);
    checkAddress(url, options.rules);
    const send = isLoopback(hostOf(url)) ? here : outside;
    return webResponse(await send(url, plainBody(init)), url);
  };
}

function judgedLookup(resolve: typeof lookUp): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, []);
      try {
        checkResolved(
          host,
          found.map(({ address }) => address),
        );
      } catch (refusal) {
        return done(refusal as Error, []);
      }
      if (options.all) return done(null, found);
      return done(null, found[0]?.address ?? '', found[0]?.family);
    });
  };
}

/** Forms of OAuth come as an object of their own. */
function plainBody(init: RequestInit): RequestInit {
  if (!(init.body instanceof URLSearchParams)) return init;
  const headers = new Headers(init.headers);
  if (!headers.has('content-type')) {
    headers.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8');
  }
  return { ...init, headers, body: init.body.toString() };
}
