import schemas from './input-schemas.json' with { type: 'json' };

type JSONSchemaObject = Readonly<Record<string, unknown>>;

/**
 * What the model is shown of each built-in's input, made from its Zod schema by `npm run build`:
 * neither Zod nor the conversion is needed before the first request. A test holds the two together.
 */
export const INPUT_SCHEMAS: Readonly<Record<keyof typeof schemas, JSONSchemaObject>> = schemas;
