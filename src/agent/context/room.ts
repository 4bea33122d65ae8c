import type { Session } from '../session.ts';

/** When a conversation is shortened, tokens of a request. */
export interface Room {
  /** From here on old results are cleared, where that gains `leastGain`. */
  readonly clearAt: number;
  readonly leastGain: number;
  /** The latest results stay, up to so many tokens. */
  readonly keepTokens: number;
  /** From here on it is compacted. */
  readonly compactAt: number;
}

/** Beyond this every turn costs much, however wide the window is. */
const DEAR = 200_000;

/**
 * Compacted at 80 % of the window, earlier where the answer needs more than the rest. Cleared well
 * before, and then much at once: each time the API has to read anew what it had in its cache.
 * @param known a window smaller than the model's own, as the API's refusals told; tokens.
 */
export function roomOf(
  { model, maxTokens }: Pick<Session, 'model' | 'maxTokens'>,
  known: number,
): Room {
  const window = Math.min(model.capabilities().maxInputTokens, known);
  const answer = Math.min(maxTokens, window / 2);
  const compactAt = Math.floor(Math.min(window * 0.8, window - answer));
  const clearAt = Math.floor(Math.min(DEAR, compactAt * 0.75));
  return {
    clearAt,
    leastGain: Math.floor(clearAt / 3),
    keepTokens: Math.floor(clearAt * 0.25),
    compactAt,
  };
}
