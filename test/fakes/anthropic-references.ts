import { asBlocks, type Block, type RequestBody } from './anthropic-cache.ts';

/** What is wrong with deferred tools and what points at them, in the API's manner. */
export function checkReferences(body: RequestBody): string[] {
  const tools = body.tools ?? [];
  const names = new Set(tools.map((tool) => tool['name']));
  const deferred = tools.filter((tool) => tool['defer_loading'] === true);
  const wrong = deferred
    .filter((tool) => tool.cache_control)
    .map((tool) => `tools: ${tool['name']} has defer_loading, so it can't have cache_control`);
  if (tools.length > 0 && deferred.length === tools.length) {
    wrong.push('All tools have defer_loading set. At least one tool must be non-deferred.');
  }
  for (const [index, message] of (body.messages ?? []).entries()) {
    for (const block of asBlocks(message.content)) {
      wrong.push(...checkBlock(block, names).map((text) => `messages.${index}: ${text}`));
    }
  }
  return wrong;
}

function checkBlock(block: Block, names: ReadonlySet<unknown>): string[] {
  if (block.type === 'tool_reference') return ['tool_reference: only in a tool_result'];
  const parts = block.type === 'tool_result' ? block['content'] : [];
  if (!Array.isArray(parts)) return [];
  const references = (parts as Block[]).filter(({ type }) => type === 'tool_reference');
  if (references.length === 0) return [];
  return [
    ...(references.length < parts.length
      ? ['tool_result: tool_reference blocks can’t stand beside other content']
      : []),
    ...references
      .filter(({ tool_name }) => !names.has(tool_name))
      .map(({ tool_name }) => `Tool reference '${tool_name}' not found in available tools`),
  ];
}

/** What an API says that doesn't know them; `undefined`: there is nothing of it in the request. */
export function unknownReferences(body: RequestBody): string | undefined {
  const at = (body.tools ?? []).findIndex((tool) => 'defer_loading' in tool);
  if (at >= 0) return `tools.${at}.custom.defer_loading: Extra inputs are not permitted`;
  return JSON.stringify(body.messages).includes('"type":"tool_reference"')
    ? 'messages: Input tag tool_reference found using type does not match any of the expected tags'
    : undefined;
}
