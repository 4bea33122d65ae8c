/** What a stream of events may bring at once, and with each second that it lives, bytes. */
const AT_ONCE = 67_108_864;
const PER_SECOND = 1_048_576;

export interface StreamBudget {
  /** @throws Error when the stream has brought more than anybody reads. */
  take(bytes: number): void;
}

/** Measures a stream that may last as long as the run: comments and pings are no messages, and cost time all the same. */
export function streamBudget(now: () => number = () => performance.now()): StreamBudget {
  const start = now();
  let taken = 0;
  return {
    take(bytes) {
      taken += bytes;
      if (taken <= AT_ONCE + ((now() - start) / 1000) * PER_SECOND) return;
      throw new Error('The stream of the server brings more than anybody reads.');
    },
  };
}
