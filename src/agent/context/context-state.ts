import type { BriefWish, SnipWish } from '../../tool/tool-use-context.ts';
import { ContextSize } from './context-size.ts';
import { HistoryRepair } from './repair-history.ts';

/** How often a conversation is shortened without a pause. */
export const MOST_TRIES = 3;

/** So many turns without need make the tries before them count no more. */
const CALM = 3;

/** A request needed no shortening. */
export function noteCalm(context: ContextState): void {
  context.calm += 1;
  if (context.calm >= CALM) context.tries = 0;
}

/** Counts a try to shorten. False: there were too many. */
export function mayTry(context: ContextState): boolean {
  if (context.tries >= MOST_TRIES) return false;
  context.tries += 1;
  context.calm = 0;
  return true;
}

/** A request of so many tokens was taken: what seemed too long before was refused for something else. */
export function acceptLength(context: ContextState, tokens: number): void {
  if (tokens >= context.window) context.window = Number.POSITIVE_INFINITY;
}

/** What a conversation knows of its own length. */
export interface ContextState {
  readonly size: ContextSize;
  repair: HistoryRepair;
  /** The API said that the last request was too long, or the answer filled the window. */
  tooLong: boolean;
  /** The shortest that was too long, tokens: where the model's window is smaller than was known. */
  window: number;
  /** Clearing old results would gain too little before it is so long, tokens. */
  clearFrom: number;
  /** How often it was shortened without some turns between that needed nothing; and how many did since. */
  tries: number;
  calm: number;
  /** Hooks forbade to compact it. */
  forbidden: boolean;
  /** The last wishes of tools that were fulfilled. */
  snipped: SnipWish | undefined;
  briefed: BriefWish | undefined;
}

export function newContextState(): ContextState {
  return {
    size: new ContextSize(),
    repair: new HistoryRepair(),
    tooLong: false,
    window: Number.POSITIVE_INFINITY,
    clearFrom: 0,
    tries: 0,
    calm: 0,
    forbidden: false,
    snipped: undefined,
    briefed: undefined,
  };
}
