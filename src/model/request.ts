import type { MessageStreamParams } from '@anthropic-ai/sdk/resources/messages/messages';
import { markMessages, markSystem } from './cache-breakpoints.ts';
import type { ModelCapabilities } from './capabilities.ts';
import type { ModelRequest } from './model.ts';
import type { Effort } from './model-id.ts';

export interface WireOptions {
  readonly model: string;
  /** Absent: the model's own. One that the model hasn't is left out. */
  readonly effort?: Effort | undefined;
  readonly capabilities: ModelCapabilities;
  /** A short question beside a run: the model thinks as it does by itself. */
  readonly isAside?: boolean | undefined;
}

/**
 * A request as the API takes it. Order of the prefix: tools, system, messages; at most three cache
 * breakpoints (system, end of the last request when the turn was long, end of this one), one more
 * on the last tool only where there is no system prompt to carry it. Nothing of `request` is changed,
 * and the same history gives the same bytes again, breakpoints aside.
 */
export function wireRequest(request: ModelRequest, options: WireOptions): MessageStreamParams {
  const { system } = request;
  const { capabilities, effort, isAside } = options;
  const { thinkingTypes, thinksUnasked } = capabilities;
  const asks = !isAside && !thinksUnasked && thinkingTypes.includes('adaptive');
  return {
    model: options.model,
    max_tokens: Math.min(request.maxTokens, capabilities.maxOutputTokens),
    ...(request.tools.length > 0 && { tools: toolsOf(request, system.length === 0) }),
    // The tools stay in the prefix, so that a last answer in words still reads the cache.
    ...(request.noTools && request.tools.length > 0 && { tool_choice: { type: 'none' } }),
    ...(system.length > 0 && { system: markSystem(system) }),
    messages: markMessages(request.messages),
    ...(asks && { thinking: { type: 'adaptive' } }),
    ...(effort && capabilities.efforts.includes(effort) && { output_config: { effort } }),
  };
}

function toolsOf(
  request: ModelRequest,
  marked: boolean,
): NonNullable<MessageStreamParams['tools']> {
  if (!marked) return [...request.tools];
  return request.tools.map((tool, index) =>
    index === request.tools.length - 1
      ? { ...tool, cache_control: { type: 'ephemeral' as const } }
      : tool,
  );
}
