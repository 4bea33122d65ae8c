import * as z from 'zod';
import { countOf, oneLine } from '../../base/text.ts';
import { buildTool } from '../../tool/build-tool.ts';
import { codeBlocks, renderedText } from '../../tool/rendering.ts';
import { NO_SUBJECT, type Subject } from '../../tool/subject.ts';
import type { AnyTool } from '../../tool/tool.ts';
import { checkAnswer } from '../../tools/structured-output/check-answer.ts';
import type { JSONSchemaObject } from '../../tools/structured-output/model-schema.ts';
import type { ServerConnection } from '../connection/server-connection.ts';
import { foreignWords } from '../connection/server-words.ts';
import type { ToolListing } from '../connection/tool-listing.ts';
import { resultParts } from '../result/result-parts.ts';
import { cleanDescription } from '../tool-description.ts';
import { callServerTool } from './call-server-tool.ts';
import { inputSchemas } from './input-schema.ts';
import { type McpOutput, renderedOutput, resultBlock } from './mcp-result.ts';
import { progressFilter } from './progress-filter.ts';
import { type BelievedHints, believedHints } from './tool-hints.ts';

type McpInput = Readonly<Record<string, unknown>>;

/** As Bash: what is longer lies in a file. */
const MAX_RESULT = 50_000;
/** The longest line in a list of tools. */
const MAX_LINE = 120;

/**
 * A tool of a server, as any other: judged by the rules on what it may do at most, unless the policy believes the
 * server.
 * @throws UnusableSchema for an input schema that can't be offered
 */
export function mcpTool(name: string, listing: ToolListing, server: ServerConnection): AnyTool {
  const { config } = server;
  const schemas = inputSchemas(listing.inputSchema);
  const hints = believedHints(listing, config.trustHints);
  const manual = cleanDescription(listing.description ?? '').text;
  const title = foreignWords(listing.title ?? listing.annotations?.title ?? '', MAX_LINE);
  const alwaysLoad = config.alwaysLoad || hints.alwaysLoad;
  const inputSchema = checkedInput(schemas.checked);
  return buildTool<McpInput, McpOutput, string>({
    name,
    isMcp: true,
    mcpInfo: { server: config.name, tool: listing.name },
    alwaysLoad,
    shouldDefer: !alwaysLoad,
    searchHint: oneLine(`${listing.name.replace(/[_-]+/g, ' ')} ${title}`, MAX_LINE),
    maxResultSizeChars: hints.maxResultChars ?? MAX_RESULT,
    description: () =>
      oneLine(
        manual.split(/(?<=[.!?])\s|\n/u)[0] || title || `Tool of the server ${config.name}.`,
        MAX_LINE,
      ),
    prompt: () => manual || `The server ${config.name} does not say what it does.`,
    userFacingName: () => `${config.name}: ${listing.name}`,
    inputSchema: () => inputSchema,
    inputJSONSchema: schemas.shown,
    ...judgedBy(hints),
    call: async (input, context, onProgress) => {
      const result = await callServerTool(server, {
        tool: listing.name,
        input,
        signal: context.abort.signal,
        limitMs: context.limits.timeoutMs,
        onProgress: progressFilter(onProgress),
      });
      const isError = result.isError === true;
      const data: McpOutput = { type: 'mcp', isError, content: resultParts(result) };
      return { data, ...(result._meta && { mcpMeta: result._meta }) };
    },
    mapToolResultToToolResultBlockParam: resultBlock,
    extractSearchText: (output) => renderedText(renderedOutput(output)),
    rendering: {
      use: (input) => codeBlocks(JSON.stringify(input, null, 2), 'json'),
      progress: (progress) => [{ type: 'line', text: progress }],
      result: renderedOutput,
      summary: (input) => `${name} (${countOf(Object.keys(input).length, 'field')})`,
    },
  }) as AnyTool;
}

/** What the rules and the executor need to know of a call: the same for every input. */
function judgedBy({ readOnly, destructive, confirms }: BelievedHints) {
  const subject: Subject = {
    ...NO_SUBJECT,
    readOnly,
    effects: readOnly ? ['read', 'network'] : ['write', 'network'],
  };
  return {
    isReadOnly: () => readOnly,
    isDestructive: () => destructive,
    isConcurrencySafe: () => readOnly,
    requiresConfirmation: () => confirms,
    preparePermissionMatcher: () => subject,
  };
}

function checkedInput(schema: JSONSchemaObject): z.ZodType<McpInput> {
  return z.record(z.string(), z.unknown()).superRefine((input, context) => {
    for (const message of checkAnswer(schema, input)) {
      context.addIssue({ code: 'custom', message });
    }
  });
}
