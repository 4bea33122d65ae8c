import {
  minimumCacheTokens,
  promptTokens,
  type RequestBody,
  SimulatedCache,
} from './anthropic-cache.ts';

/** A request of a run, as it went out. */
export interface SentRequest {
  readonly body: RequestBody;
  /** When, ms. */
  readonly at: number;
}

/** What a real cache would have done for one request of a run. Tokens. */
export interface CachedTurn {
  /** The whole request before it; 0 for the first. */
  readonly earlier: number;
  readonly read: number;
  /** Share of the earlier request that was read; `undefined` where there is none, or it is too short to be cached. */
  readonly share: number | undefined;
  /** What could have been read and was not. */
  readonly missed: number;
}

/** Puts the requests of a run, in order, through a cache as the API's. */
export function simulateCache(requests: readonly SentRequest[]): CachedTurn[] {
  const cache = new SimulatedCache();
  return requests.map(({ body, at }, index) => {
    const before = requests[index - 1];
    const earlier = before ? promptTokens(before.body) : 0;
    const { read, readable } = cache.use(body, at);
    const wasCached = before !== undefined && earlier >= minimumCacheTokens(before.body.model);
    return {
      earlier,
      read,
      share: wasCached ? Math.min(1, read / earlier) : undefined,
      missed: readable - read,
    };
  });
}
