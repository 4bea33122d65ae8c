import { cancelReason } from './call-ended.ts';

/** How a piece of work ended. */
type Ended<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'threw'; readonly error: unknown }
  /** It did not end when told to, and was left behind. */
  | { readonly kind: 'cut' };

export interface Timed<T> {
  readonly ended: Ended<T>;
  /** Why it was told to end; `undefined`: it ended by itself. */
  readonly told: { readonly by: 'limit' | 'abort'; readonly reason: string } | undefined;
}

export interface Deadline {
  /** Passed on to the work. */
  readonly signal: AbortSignal;
  readonly limitMs: number;
  /** Added to the limit, for work that keeps the limit by itself; and the time to obey an abort. */
  readonly graceMs: number;
}

/**
 * Runs work that must come to an end. At the limit, or when the signal fires, its controller is
 * aborted; work that has not ended a grace period later is left behind. Never rejects.
 */
export async function withDeadline<T>(
  work: (abort: AbortController) => Promise<T>,
  { signal, limitMs, graceMs }: Deadline,
): Promise<Timed<T>> {
  const abort = new AbortController();
  let told: Timed<T>['told'];
  let timer: NodeJS.Timeout | undefined;
  let onAbort = () => {};
  const cut = new Promise<Ended<T>>((resolve) => {
    const tell = (by: 'limit' | 'abort', reason: string) => {
      if (told) return;
      told = { by, reason };
      clearTimeout(timer);
      timer = setTimeout(() => resolve({ kind: 'cut' }), graceMs);
      abort.abort(new Error(reason));
    };
    const limit = Math.min(limitMs + graceMs, 2_147_483_647);
    timer = setTimeout(() => tell('limit', `It ran longer than ${seconds(limitMs)}.`), limit);
    onAbort = () => tell('abort', cancelReason(signal));
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
  });
  const ended = await Promise.race([cut, settled(work, abort)]);
  clearTimeout(timer);
  signal.removeEventListener('abort', onAbort);
  return { ended, told };
}

async function settled<T>(
  work: (abort: AbortController) => Promise<T>,
  abort: AbortController,
): Promise<Ended<T>> {
  try {
    return { kind: 'done', value: await work(abort) };
  } catch (error) {
    return { kind: 'threw', error };
  }
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}
