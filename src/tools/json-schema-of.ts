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

/**
 * What says nothing to a model is left out: it is in every request, and a call that breaks it is refused with a
 * sentence. So are the bounds of JavaScript's integers, that a number counts something, that a text is there and
 * how long it may be.
 */
function dropNoise(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum !== undefined && schema.minimum <= 1) delete schema.minimum;
  if (schema.minLength === 1) delete schema.minLength;
  delete schema.maxLength;
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
