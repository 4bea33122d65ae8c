import type { ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages';
import { type Block, messageBlocks, type Rendering } from './rendering.ts';
import { NO_SUBJECT } from './subject.ts';
import type { Tool } from './tool.ts';

type Required_ = 'name' | 'inputSchema' | 'description' | 'prompt' | 'call';

/** What an author writes: the five things no default can give, and whatever else differs from it. */
export type ToolDefinition<Input, Output, Progress> = Pick<
  Tool<Input, Output, Progress>,
  Required_
> &
  Partial<Omit<Tool<Input, Output, Progress>, Required_ | 'rendering'>> & {
    readonly rendering?: Partial<Rendering<Input, Output, Progress>>;
  };

/**
 * Fills a definition with fail-closed defaults: not concurrency-safe, not read-only, destructive or
 * not unknown, no opinion on permissions (so that the rules are asked, and without one the answer
 * is no). Forgetting a property costs speed or a question, never safety.
 */
export function buildTool<Input, Output, Progress = never>(
  definition: ToolDefinition<Input, Output, Progress>,
): Tool<Input, Output, Progress> {
  const { rendering, ...rest } = definition;
  return {
    aliases: [],
    searchHint: '',
    maxResultSizeChars: 30_000,
    alwaysLoad: false,
    shouldDefer: false,
    isMcp: false,
    mcpInfo: undefined,
    pathRules: undefined,
    inputJSONSchema: undefined,
    internalFields: [],
    userFacingName: () => definition.name,
    outputSchema: () => undefined,
    isEnabled: () => true,
    isReadOnly: () => false,
    isDestructive: () => undefined,
    requiresConfirmation: () => false,
    checkPermissions: () => ({ behavior: 'passthrough' }),
    toAutoClassifierInput: () => '',
    preparePermissionMatcher: () => NO_SUBJECT,
    subjectFields: [],
    backfillObservableInput: (input) => input,
    isConcurrencySafe: () => false,
    failureCancelsSiblings: false,
    prepare: async () => {},
    validateInput: async () => {},
    mapToolResultToToolResultBlockParam: plainResult,
    extractSearchText: (output) => textOf(output),
    ...rest,
    rendering: { ...plainRendering(definition.name), ...rendering },
  };
}

function plainResult(output: unknown, toolUseId: string): ToolResultBlockParam {
  return { type: 'tool_result', tool_use_id: toolUseId, content: textOf(output) };
}

function plainRendering(name: string): Rendering<unknown, unknown, unknown> {
  const code = (value: unknown): Block => ({ type: 'code', text: textOf(value) });
  return {
    use: (input) => [code(input)],
    progress: (progress) => [code(progress)],
    result: (output) => [code(output)],
    error: (message) => messageBlocks(message),
    rejection: (reason) => messageBlocks(reason),
    summary: () => name,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
