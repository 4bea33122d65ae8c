/** Something that is good for a while. */
export interface Timed {
  /** Epoch ms; `undefined`: it stays good. */
  readonly expiresAt: number | undefined;
}

/** So long before its end a thing counts as over: requests take time, and clocks differ. */
const EARLY_MS = 5 * 60_000;

/**
 * Keeps what `get` gave until shortly before it runs out. Askers at the same time wait for one.
 * Where a renewal fails, the old one is used up first.
 */
export function renewed<Value extends Timed>(
  get: () => Promise<Value>,
  now: () => number = Date.now,
): () => Promise<Value> {
  let kept: Value | undefined;
  let pending: Promise<Value> | undefined;
  const renew = async () => {
    try {
      kept = await get();
      return kept;
    } catch (error) {
      if (kept && isGood(kept, now())) return kept;
      throw error;
    } finally {
      pending = undefined;
    }
  };
  return async () => {
    if (kept && isGood(kept, now() + EARLY_MS)) return kept;
    pending ??= renew();
    return await pending;
  };
}

function isGood({ expiresAt }: Timed, at: number): boolean {
  return expiresAt === undefined || expiresAt > at;
}
