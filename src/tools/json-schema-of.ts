import type { Tool as ToolDefinition } from '@anthropic-ai/sdk/resources/messages';
import * as z from 'zod';
import type { AnyTool } from '../tool/tool.ts';

type InputSchema = ToolDefinition['input_schema'];

/** A tool's input schema as JSON Schema, without its internal fields. The tool has to be prepared. */
export function jsonSchemaOf(tool: Pick<AnyTool, 'inputSchema' | 'internalFields'>): InputSchema {
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
