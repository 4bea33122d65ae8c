import { ConfigError, messageOf } from '../base/errors.ts';
import type { ConfigurationSource } from '../github/configuration-files.ts';
import { readNamed } from './named-file.ts';

/**
 * The schema of the structured answer; `given`: the input `json_schema`, JSON or the path of a file.
 * @throws ConfigError for what is no JSON Schema.
 */
export async function outputSchemaOf(
  given: string | undefined,
  configuration: ConfigurationSource,
  shown: (name: string) => string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (given === undefined) return undefined;
  const inline = given.startsWith('{');
  const text = inline ? given : await readNamed('json_schema', given, configuration, shown);
  const where = inline ? shown('json_schema') : given;
  let schema: unknown;
  try {
    schema = JSON.parse(text);
  } catch (error) {
    throw new ConfigError(`${where} is not JSON: ${messageOf(error)}`, { cause: error });
  }
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
    throw new ConfigError(
      `${where} has to be a JSON Schema object, such as {"type":"object","properties":{…}}.`,
    );
  }
  const { problemOfSchema } = await import('../tools/structured-output/check-schema.ts');
  const problem = problemOfSchema(schema as Readonly<Record<string, unknown>>);
  if (problem !== undefined) throw new ConfigError(`${where} is no JSON Schema: ${problem}`);
  return schema as Readonly<Record<string, unknown>>;
}
