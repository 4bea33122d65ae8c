import type { MessageStreamParams } from '@anthropic-ai/sdk/resources/messages/messages';
import { markMessages, markSystem, markTools } from './cache-breakpoints.ts';
import type { CacheTtl } from './cache-ttl.ts';
import type { ModelCapabilities } from './capabilities.ts';
import type { ModelRequest } from './model.ts';
import type { Effort } from './model-id.ts';
import { hasReferences, type Offer, withoutReferences, withReferences } from './tool-references.ts';

export interface WireOptions {
  readonly model: string;
  /** Absent: the model's own. One that the model hasn't is left out. */
  readonly effort?: Effort | undefined;
  readonly capabilities: ModelCapabilities;
  /** A short question beside a run: the model thinks as it does by itself. */
  readonly isAside?: boolean | undefined;
  /** How long what stands before the messages is kept (`cacheTtl`). Absent: five minutes. */
  readonly ttl?: CacheTtl | undefined;
}

/**
 * A request as the API takes it. Order of the prefix: tools, system, messages; at most four cache
 * breakpoints (tools, system, end of the last request when the turn was long, end of this one). Where
 * definitions wait and the model takes no references, the tools found join the list behind the others.
 * Nothing of `request` is changed, and the same history gives the same bytes again, breakpoints aside.
 */
export function wireRequest(request: ModelRequest, options: WireOptions): MessageStreamParams {
  const { system } = request;
  const { capabilities, effort, isAside, ttl } = options;
  const { tools, messages } = offerTo(capabilities, request);
  const { thinkingTypes, thinksUnasked } = capabilities;
  const asks = !isAside && !thinksUnasked && thinkingTypes.includes('adaptive');
  return {
    model: options.model,
    max_tokens: Math.min(request.maxTokens, capabilities.maxOutputTokens),
    ...(tools.length > 0 && { tools: markTools(tools, markedTool(request, capabilities), ttl) }),
    // The tools stay in the prefix, so that a last answer in words still reads the cache.
    ...(request.noTools && tools.length > 0 && { tool_choice: { type: 'none' } }),
    ...(system.length > 0 && { system: markSystem(system, ttl) }),
    messages: markMessages(messages),
    ...(asks && { thinking: { type: 'adaptive' } }),
    ...(effort && capabilities.efforts.includes(effort) && { output_config: { effort } }),
  };
}

/** What the model is offered, in the form that it takes: scripts are asked the same way. */
export function offerTo({ toolReferences }: ModelCapabilities, request: Offer): Offer {
  const hasDeferred = request.tools.some((tool) => tool.defer_loading);
  // Without deferred tools there is no reference, but in the history of an earlier run.
  if (!hasDeferred && !hasReferences(request.messages)) return request;
  return toolReferences ? withReferences(request) : withoutReferences(request);
}

/**
 * The tool that carries a breakpoint: the last one that was there from the start; `undefined`: the system
 * prompt's covers the tools too. Where tools join the list, all behind it is read anew: so much is not. One
 * that is deferred is not in the prefix, and the API refuses a breakpoint on it.
 */
function markedTool({ system, tools }: ModelRequest, { toolReferences }: ModelCapabilities) {
  const mayGrow = !toolReferences && tools.some((tool) => tool.defer_loading);
  if (system.length > 0 && !mayGrow) return undefined;
  return tools.findLast((tool) => !tool.defer_loading);
}
