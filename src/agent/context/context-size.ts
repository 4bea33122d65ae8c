import type { MessageParam } from '@anthropic-ai/sdk/resources/messages';
import type { ModelAnswer, ModelRequest } from '../../model/model.ts';
import { tokensOfMessages, tokensOfPrefix } from './token-estimate.ts';

/** How full the context is. */
export interface Fullness {
  /** Tokens of the next request, its answer not counted. */
  readonly tokens: number;
  /** How many of them are only estimated: the rest the API counted. */
  readonly guessed: number;
}

/**
 * Counts a conversation by what the API said of it last, and an estimate of what came since. Each
 * message is looked at once.
 */
export class ContextSize {
  /** As the API counted: the last request with its answer; `undefined` before the first one. */
  #counted: number | undefined;
  /** Estimates of what isn't in that, and how many messages are in either. */
  #guessed = 0;
  #seen = 0;
  #prefix: number | undefined;

  /** An answer came, and stands at the end of the history: the API counted all of it. */
  answered({ message, cut }: ModelAnswer, history: readonly MessageParam[]): void {
    const { usage } = message;
    const sent =
      usage.input_tokens +
      (usage.cache_creation_input_tokens ?? 0) +
      (usage.cache_read_input_tokens ?? 0);
    // An answer that says nothing of it (a gateway's, one that broke off) leaves the estimate as it is.
    if (sent === 0) return;
    const words: MessageParam = { role: 'assistant', content: message.content };
    const written = cut ? tokensOfMessages([words]) : usage.output_tokens;
    this.#counted = sent + written;
    this.#guessed = 0;
    this.#seen = history.length;
  }

  /** The API counted the next request. */
  counted(tokens: number, history: readonly MessageParam[]): void {
    this.#counted = tokens;
    this.#guessed = 0;
    this.#seen = history.length;
  }

  /** How full it is with these messages: those known, and others behind them. */
  of(session: Pick<ModelRequest, 'system' | 'tools'>, history: readonly MessageParam[]): Fullness {
    this.#guessed += tokensOfMessages(history.slice(this.#seen));
    this.#seen = history.length;
    if (this.#counted !== undefined) {
      return { tokens: this.#counted + this.#guessed, guessed: this.#guessed };
    }
    this.#prefix ??= tokensOfPrefix(session);
    const tokens = this.#prefix + this.#guessed;
    return { tokens, guessed: tokens };
  }

  /** The history was shortened in place, by about so many tokens. */
  shortened(savedTokens: number, history: readonly MessageParam[]): void {
    this.#guessed -= savedTokens;
    this.#seen = history.length;
  }

  /** The history is another one: nothing is known of it. */
  forget(): void {
    this.#counted = undefined;
    this.#guessed = 0;
    this.#seen = 0;
  }
}
