import { messageOf } from '../../base/errors.ts';
import type { JSONSchemaObject } from '../../tools/structured-output/model-schema.ts';

/** A schema of whatever library the program uses (standardschema.dev, “Standard Schema”, “Standard JSON Schema”). */
export interface StandardSchema {
  readonly '~standard': {
    readonly vendor: string;
    readonly validate: (value: unknown) => unknown;
    readonly jsonSchema?: {
      readonly input: (options: { readonly target: 'draft-2020-12' }) => JSONSchemaObject;
    };
  };
}

/** Some libraries' schemas are functions. */
export function isStandardSchema(given: unknown): given is StandardSchema {
  const standard = Object(given)['~standard'];
  return typeof standard === 'object' && typeof standard?.validate === 'function';
}

/** What the model is shown of it; else why there is nothing, as the end of a sentence. */
export function schemaOf({ '~standard': standard }: StandardSchema): JSONSchemaObject | string {
  const { vendor, jsonSchema } = standard;
  if (jsonSchema === undefined) {
    return `can’t say its JSON Schema (this version of ${vendor} has no Standard JSON Schema): give JSON Schema`;
  }
  try {
    return jsonSchema.input({ target: 'draft-2020-12' });
  } catch (error) {
    return `has no JSON Schema: ${messageOf(error)}`;
  }
}

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[];
}

/** What the schema makes of an input. @throws Error with all that is wrong with it, a line each */
export async function validated({ '~standard': standard }: StandardSchema, input: unknown) {
  const result = (await standard.validate(input)) as { value?: unknown; issues?: readonly Issue[] };
  if (result.issues === undefined) return result.value;
  const lines = result.issues.map(({ message, path = [] }) => {
    const keys = path.map((step) => String(typeof step === 'object' ? step.key : step));
    return `${keys.length === 0 ? '(top)' : `/${keys.join('/')}`}: ${message}`;
  });
  throw new Error(`The input does not fit:\n${lines.join('\n')}`);
}
