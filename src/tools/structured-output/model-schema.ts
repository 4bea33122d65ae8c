export type JSONSchemaObject = Readonly<Record<string, unknown>>;

/** Keywords that the API refuses at the top of a tool's schema. */
const NOT_AT_TOP = ['oneOf', 'anyOf', 'allOf'];

/**
 * True when the answer itself can be the tool's input; else it goes into a field `output`, as the
 * API takes only objects.
 */
export function isPlainObjectSchema(schema: JSONSchemaObject): boolean {
  return schema['type'] === 'object' && !NOT_AT_TOP.some((keyword) => keyword in schema);
}

/** The user's schema as the model sees it: as it is, or as the field `output` of an object. */
export function modelSchema(schema: JSONSchemaObject): JSONSchemaObject {
  const { $schema: _dialect, $id: _id, ...rest } = schema;
  if (isPlainObjectSchema(schema)) return rest;
  const { $defs, definitions, ...inner } = rest;
  return {
    type: 'object',
    properties: { output: inner },
    required: ['output'],
    additionalProperties: false,
    // References such as `#/$defs/x` count from the top.
    ...($defs === undefined ? {} : { $defs }),
    ...(definitions === undefined ? {} : { definitions }),
  };
}

/** The answer in what the model sent. */
export function answerOf(
  schema: JSONSchemaObject,
  input: Readonly<Record<string, unknown>>,
): unknown {
  return isPlainObjectSchema(schema) ? input : input['output'];
}
