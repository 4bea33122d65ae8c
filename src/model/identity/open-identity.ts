import { TokenCache } from '@anthropic-ai/sdk/lib/credentials/token-cache';
import { HttpHeaders } from '../http-headers.ts';
import { type ExchangeOptions, exchangeOf } from './exchange.ts';
import type { Identity } from './identity.ts';

/** To the SDK's client a token that is over already: it asks for one before each request, and we know when to renew. */
const OVER = 0;

/**
 * The identity of a run, by the SDK's own code: a token is exchanged when the first request needs one, again
 * in the background two minutes before it runs out, and in the last half minute before anything is sent.
 * All models of a run share it, since an identity token is good for a single exchange.
 *
 * Profiles (`ANTHROPIC_PROFILE`, files in `~/.config/anthropic`) are never read: who can write such a file
 * could send the run's requests, and the job's identity, to an address of their choice.
 * @throws ConfigError for an address or a token file that can't work.
 */
export function openIdentity(options: ExchangeOptions): Identity {
  const exchange = exchangeOf(options);
  let latest: string | undefined;
  let renewing: Promise<string> | undefined;
  const cache = new TokenCache(async () => {
    const access = await exchange();
    latest = access.token;
    return access;
  });
  // Many requests may be refused for one token: it is renewed once.
  const renew = (refused: string): Promise<string> => {
    if (latest !== refused) return cache.getToken();
    if (renewing === undefined) {
      cache.invalidate();
      renewing = cache.getToken().finally(() => {
        renewing = undefined;
      });
    }
    return renewing;
  };
  return {
    settings: (fetch) => ({
      credentials: async () => ({ token: await cache.getToken(), expiresAt: OVER }),
      fetch: renewingFetch(fetch, renew),
    }),
  };
}

/** Sends a request again, once, where the API refused its token: it may have been revoked, or clocks differ. */
function renewingFetch(
  fetch: typeof globalThis.fetch,
  renew: (refused: string) => Promise<string>,
): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const response = await fetch(input, init);
    if (response.status !== 401) return response;
    const headers = new HttpHeaders(init.headers as ConstructorParameters<typeof HttpHeaders>[0]);
    const refused = /^Bearer (.+)$/u.exec(headers.get('authorization') ?? '')?.[1];
    if (refused === undefined) return response;
    // Nothing of the refusal is of use; its connection is free once it is read.
    await response.text().catch(() => '');
    headers.set('authorization', `Bearer ${await renew(refused)}`);
    return fetch(input, { ...init, headers: headers as unknown as Headers });
  };
}
