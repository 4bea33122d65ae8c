import { APIError } from '@anthropic-ai/sdk/error';
import type { Attempt } from './answer-stream.ts';
import { FailedTry } from './trouble.ts';

/** How the API and gateways name what they refuse: the field of a tool, or the block of a result. */
const REFERENCES = /defer_loading|tool[_ ]reference/iu;

/** Whether references can be sent: until the API refuses them, as far as was known beforehand. */
export class ReferenceSupport {
  #supported: boolean;
  readonly #onRefused: (text: string) => void;

  /** @param onRefused told once, for the log. Must not throw. */
  constructor(supported: boolean, onRefused: (text: string) => void) {
    this.#supported = supported;
    this.#onRefused = onRefused;
  }

  get supported(): boolean {
    return this.#supported;
  }

  /** True for a try that the API refused for its references: the next one has to do without. */
  wasRefused({ error, message }: Attempt): boolean {
    if (!this.#supported || message !== undefined) return false;
    const cause = error instanceof FailedTry ? error.cause : error;
    if (!(cause instanceof APIError) || cause.status !== 400) return false;
    if (!REFERENCES.test(cause.message)) return false;
    this.#supported = false;
    this.#onRefused(
      'The API takes no tool references: the definitions of tools that ToolSearch finds are sent in full from here on.',
    );
    return true;
  }
}
