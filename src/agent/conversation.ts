import type { MessageParam } from '@anthropic-ai/sdk/resources/messages';
import type { Denial } from '../events/outcome.ts';
import { Ledger } from './ledger.ts';

/** The conversation of a run: only ever appended to. */
export interface Conversation {
  readonly messages: MessageParam[];
  readonly ledger: Ledger;
  readonly denials: Denial[];
  /** The agent's last words. */
  lastText: string;
  /** How often Stop hooks sent the agent back. */
  continuations: number;
  /** How often in a row something had to be asked again, by kind. */
  readonly again: Map<string, number>;
}

export function newConversation(): Conversation {
  return {
    messages: [],
    ledger: new Ledger(),
    denials: [],
    lastText: '',
    continuations: 0,
    again: new Map(),
  };
}
