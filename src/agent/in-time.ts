import { Interruption } from './session.ts';

/** A run that was told to end waited long enough for a part of it. */
export class TooLate extends Error {
  override readonly name = 'TooLate';
}

/**
 * Gives what `work` gives. When the run has been told to end (`signal`) for `ms`, it is waited for no
 * longer: whatever hangs, a run ends.
 * @throws TooLate; what `work` throws.
 */
export async function inTime<T>(work: Promise<T>, signal: AbortSignal, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let begin = () => {};
  const late = new Promise<never>((_, reject) => {
    begin = () => {
      const reason: unknown = signal.reason;
      const told = reason instanceof Interruption ? reason.at : performance.now();
      const left = Math.max(0, told + ms - performance.now());
      timer = setTimeout(() => reject(new TooLate('it did not end in time')), left);
    };
    if (signal.aborted) begin();
    else signal.addEventListener('abort', begin);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', begin);
  }
}
