import type { ApiFailure } from '../../model/model.ts';
import type { Session } from '../session.ts';
import { MOST_TRIES } from './context-state.ts';

/** Puts on record that the API found a request too long: a shorter one is made next. */
export function tellTooLong({ emit, now }: Session, failure: ApiFailure, attempt: number): void {
  const { status, message: error, requestId } = failure;
  const retry = { attempt, maxRetries: MOST_TRIES, delayMs: 0, status, error, requestId };
  emit({ type: 'api_retry', at: now(), retry });
}
