import type { MessageParam } from '@anthropic-ai/sdk/resources/messages';
import type { Denial, EarlierRun } from '../events/outcome.ts';
import { type ContextState, newContextState } from './context/context-state.ts';
import type { Ledger } from './ledger.ts';

/** A conversation that a run goes on with. Its messages are valid for the API as they stand. */
export interface EarlierConversation extends EarlierRun {
  readonly messages: readonly MessageParam[];
}

/** The conversation of a run: appended to, and shortened by `makeRoom` alone. */
export interface Conversation {
  readonly messages: MessageParam[];
  readonly context: ContextState;
  readonly ledger: Ledger;
  readonly denials: Denial[];
  /** The agent's last words. */
  lastText: string;
  /** How often Stop hooks sent the agent back. */
  continuations: number;
  /** How often in a row something had to be asked again, by kind. */
  readonly again: Map<string, number>;
  /** What the API said of the last request: how long it was with its answer, in tokens and messages, and who answered. */
  counted:
    | { readonly tokens: number; readonly messages: number; readonly model: string }
    | undefined;
  /** What the last try of a request failed with that has no answer yet; `undefined`: there is none. */
  trouble: string | undefined;
  /** How urgently the agent was told of each limit. */
  readonly told: Map<string, number>;
}

/** @param earlier absent: nothing came before. */
export function newConversation(ledger: Ledger, earlier?: EarlierConversation): Conversation {
  if (earlier) ledger.goOnFrom(earlier.spent);
  return {
    messages: [...(earlier?.messages ?? [])],
    context: newContextState(),
    ledger,
    denials: [],
    lastText: '',
    continuations: 0,
    again: new Map(),
    counted: undefined,
    trouble: undefined,
    told: new Map(),
  };
}
