import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';

/** How many messages a server may send at once, and how many more with each second: a call needs a few. */
const AT_ONCE = 20_000;
const PER_SECOND = 500;
/** A question of the server counts for so many: each is answered, over HTTP by a request of its own. */
const QUESTION = 50;

export interface FloodWatch {
  /** Ends a transport that brings more than its share. Stands before whoever takes its messages. */
  over<T extends Transport>(transport: T): T;
  /** Why it ended one; `undefined`: it did not. */
  readonly reason: Error | undefined;
}

/** Keeps a server from taking the run's time: all of it goes through one thread. */
export function floodWatch(now: () => number = () => performance.now()): FloodWatch {
  let reason: Error | undefined;
  return {
    get reason() {
      return reason;
    },
    over(transport) {
      let left = AT_ONCE;
      let last = now();
      const take = (count: number) => {
        const time = now();
        left = Math.min(AT_ONCE, left + ((time - last) / 1000) * PER_SECOND) - count;
        last = time;
        if (left >= 0) return;
        reason ??= new Error('It sent more messages than anybody can read, and was ended');
        // What is already read is passed over.
        left = Number.POSITIVE_INFINITY;
        void transport.close().catch(() => {});
      };
      transport.onmessage = (message) => take(weightOf(message));
      transport.onerror = () => take(1);
      return transport;
    },
  };
}

function weightOf(message: JSONRPCMessage): number {
  return 'method' in message && 'id' in message ? QUESTION : 1;
}
