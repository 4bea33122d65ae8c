import type { Tool as ToolDefinition } from '@anthropic-ai/sdk/resources/messages';
import * as z from 'zod';
import type { AnyTool, PromptContext } from '../tool/tool.ts';

type InputSchema = ToolDefinition['input_schema'];

/** A session has one pool; the definitions live as long as it does. */
const definitions = new WeakMap<readonly AnyTool[], readonly ToolDefinition[]>();
/** Converting is the slow part. A server that changes a tool's schema makes a new tool object. */
const schemas = new WeakMap<AnyTool, InputSchema>();

/**
 * The tools of a pool as the API takes them. Made once: every later call with the same pool gives
 * the same frozen array, so that the request prefix keeps its bytes, whatever the context says by then.
 */
export function toolDefinitions(
  pool: readonly AnyTool[],
  context: PromptContext,
): readonly ToolDefinition[] {
  const known = definitions.get(pool);
  if (known) return known;
  const made = Object.freeze(pool.map((tool) => define(tool, context)));
  definitions.set(pool, made);
  return made;
}

function define(tool: AnyTool, context: PromptContext): ToolDefinition {
  const schema = schemas.get(tool) ?? inputSchemaOf(tool);
  schemas.set(tool, schema);
  return Object.freeze({
    name: tool.name,
    description: tool.prompt(context),
    input_schema: schema,
  });
}

function inputSchemaOf(tool: AnyTool): InputSchema {
  if (tool.inputJSONSchema) return { ...tool.inputJSONSchema, type: 'object' };
  const { $schema: _dialect, ...schema } = z.toJSONSchema(tool.inputSchema(), {
    io: 'input',
    override: ({ jsonSchema }) => dropNoise(jsonSchema),
  });
  return { ...withoutFields(schema, tool.internalFields), type: 'object' };
}

/** The bounds of JavaScript's integers say nothing to a model. */
function dropNoise(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
}

function withoutFields(
  schema: z.core.JSONSchema.BaseSchema,
  hidden: readonly string[],
): Readonly<Record<string, unknown>> {
  if (hidden.length === 0) return schema;
  const properties = Object.entries(schema.properties ?? {}).filter(
    ([key]) => !hidden.includes(key),
  );
  return {
    ...schema,
    properties: Object.fromEntries(properties),
    ...(schema.required
      ? { required: schema.required.filter((key) => !hidden.includes(key)) }
      : {}),
  };
}
