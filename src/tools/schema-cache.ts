import type { Tool as ToolDefinition } from '@anthropic-ai/sdk/resources/messages';
import { deferredTools } from '../tool/deferral.ts';
import type { AnyTool, PromptContext } from '../tool/tool.ts';

type InputSchema = ToolDefinition['input_schema'];

/** A session has one pool; the definitions live as long as it does. */
const definitions = new WeakMap<readonly AnyTool[], Promise<readonly ToolDefinition[]>>();
/** Converting is the slow part. A server that changes a tool's schema makes a new tool object. */
const schemas = new WeakMap<AnyTool, InputSchema>();

/**
 * The tools of a pool as the API takes them. Made once: every later call with the same pool gives
 * the same frozen array, so that the request prefix keeps its bytes, whatever the context says by then.
 * Definitions that wait until ToolSearch finds them say so (`defer_loading`).
 */
export function toolDefinitions(
  pool: readonly AnyTool[],
  context: PromptContext,
): Promise<readonly ToolDefinition[]> {
  const known = definitions.get(pool);
  if (known !== undefined) return known;
  const deferred = new Set(deferredTools(pool));
  const deferredNames = [...deferred].map(({ name }) => name);
  const made = Promise.all(
    pool.map(async (tool) => {
      const definition = await define(tool, { ...context, deferredNames });
      return Object.freeze({ ...definition, ...(deferred.has(tool) && { defer_loading: true }) });
    }),
  ).then((all) => Object.freeze(all));
  definitions.set(pool, made);
  return made;
}

async function define(tool: AnyTool, context: PromptContext): Promise<ToolDefinition> {
  const schema = schemas.get(tool) ?? (await inputSchemaOf(tool));
  schemas.set(tool, schema);
  return { name: tool.name, description: tool.prompt(context), input_schema: schema };
}

async function inputSchemaOf(tool: AnyTool): Promise<InputSchema> {
  if (tool.inputJSONSchema) return { ...tool.inputJSONSchema, type: 'object' };
  const [{ jsonSchemaOf }] = await Promise.all([import('./json-schema-of.ts'), tool.prepare()]);
  return jsonSchemaOf(tool);
}
