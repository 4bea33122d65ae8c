import type { ContentBlock, Usage } from '@anthropic-ai/sdk/resources/messages';
import type { ModelRequest } from './model.ts';
import type { ScriptTurn } from './script-schema.ts';
import { NO_USAGE } from './usage.ts';

const CHARS_PER_TOKEN = 4;

/**
 * Estimates tokens as the API would count them with a warm cache: what the last request held is
 * read, what came since is written, output is what the script says.
 */
export class ScriptUsage {
  #counted = 0;
  #tokens = 0;

  of(request: ModelRequest, content: readonly ContentBlock[], given: ScriptTurn['usage']): Usage {
    const read = request.messages.length >= this.#counted ? this.#tokens : 0;
    const since = read === 0 ? 0 : this.#counted;
    const fixed = read === 0 ? tokensOf([request.tools, request.system]) : 0;
    const added = fixed + tokensOf(request.messages.slice(since));
    this.#counted = request.messages.length;
    this.#tokens = read + added;
    return {
      ...NO_USAGE,
      input_tokens: given?.input_tokens ?? 0,
      output_tokens: given?.output_tokens ?? tokensOf(content),
      cache_read_input_tokens: given?.cache_read_input_tokens ?? read,
      cache_creation_input_tokens: given?.cache_creation_input_tokens ?? added,
    };
  }
}

function tokensOf(value: unknown): number {
  return Math.ceil(JSON.stringify(value).length / CHARS_PER_TOKEN);
}
