import type { MessageCountTokensParams, Messages } from '@anthropic-ai/sdk/resources/messages';
import type { MessageStreamParams } from '@anthropic-ai/sdk/resources/messages/messages';

/** A count is no reason to wait long, ms. */
const TIMEOUT_MS = 10_000;

/**
 * Asks the API how many tokens a request is. `undefined`: it doesn't say, or not in time; a gateway may
 * not know the question.
 * @throws the abort reason when aborted.
 */
export async function countTokens(
  messages: Messages,
  params: MessageStreamParams,
  signal: AbortSignal,
): Promise<number | undefined> {
  try {
    const counted = await messages.countTokens(asCounted(params), { signal, timeout: TIMEOUT_MS });
    const tokens: unknown = counted.input_tokens;
    return typeof tokens === 'number' && tokens > 0 ? tokens : undefined;
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

/** What of a request makes its length; the API takes nothing else here. */
function asCounted(params: MessageStreamParams): MessageCountTokensParams {
  const { model, messages, system, tools, thinking } = params;
  return {
    model,
    messages,
    ...(system !== undefined && { system }),
    ...(tools !== undefined && { tools }),
    ...(thinking !== undefined && { thinking }),
  };
}
