import type { Decision, DecisionStep } from '../permission/decision.ts';
import type { OpenCall } from './open-call.ts';

/** A step refuses the call. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused';
  readonly decision: Decision;

  constructor(decision: Decision, options?: ErrorOptions) {
    super(decision.reason, options);
    this.decision = decision;
  }
}

/** The call is cut short from outside: the run ends, or a call beside it failed. */
export class CallCancelled extends Error {
  override readonly name = 'CallCancelled';
}

export function refuse(call: OpenCall, step: DecisionStep, reason: string): CallRefused {
  return new CallRefused({
    behavior: 'deny',
    asked: false,
    decided_by: { step },
    reason,
    effects: call.effects,
  });
}

/** @throws CallCancelled when the call was told to end. */
export function throwIfCancelled(call: OpenCall): void {
  const { signal } = call.context.abort;
  if (signal.aborted) throw new CallCancelled(cancelReason(signal));
}

/** Why a signal was aborted, as a sentence. */
export function cancelReason(signal: AbortSignal): string {
  const reason: unknown = signal.reason;
  if (typeof reason === 'string') return reason;
  const message = reason instanceof Error && reason.name !== 'AbortError' ? reason.message : '';
  return message || 'The run is ending.';
}

/**
 * Waits for work that may never end, no longer than the call may live.
 * @throws CallCancelled when the call is told to end first; what the work throws.
 */
export async function orCancelled<T>(call: OpenCall, work: Promise<T>): Promise<T> {
  // When the call is told to end first, nobody listens to the work any more: its failure is no event.
  work.catch(() => {});
  throwIfCancelled(call);
  const { signal } = call.context.abort;
  let onAbort = () => {};
  const cancelled = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(new CallCancelled(cancelReason(signal)));
    signal.addEventListener('abort', onAbort);
  });
  try {
    return await Promise.race([work, cancelled]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
