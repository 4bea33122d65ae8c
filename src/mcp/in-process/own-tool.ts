import { ConfigError } from '../../base/errors.ts';
import { checkAnswer } from '../../tools/structured-output/check-answer.ts';
import { problemOfSchema } from '../../tools/structured-output/check-schema.ts';
import type { JSONSchemaObject } from '../../tools/structured-output/model-schema.ts';
import { qualifiedName } from '../tool-name.ts';
import { inputSchemas } from '../tools/input-schema.ts';
import { UnusableSchema } from '../tools/plain-schema.ts';
import type { InProcessCall, InProcessTool } from './in-process-tool.ts';
import { isStandardSchema, type StandardSchema, schemaOf, validated } from './standard-schema.ts';

/**
 * A tool as a program gives it, which may have been written without a compiler.
 * @throws ConfigError for what can't be a tool: no run would find out why the model never sees it
 */
export function ownTool(given: unknown, server: string): InProcessTool {
  const written: Readonly<Record<string, unknown>> = Object(given);
  const { name, description, inputSchema, annotations, run } = written;
  const wrong = (why: string, cause?: unknown) =>
    new ConfigError(`The tool ${textOf(name)} of the server ${server} ${why}.`, { cause });
  if (typeof name !== 'string') throw wrong('needs a `name`');
  if (typeof description !== 'string' || description.trim() === '')
    throw wrong('needs a `description`: by it the model knows when to call it');
  if (typeof run !== 'function') throw wrong('needs a function `run`');
  const named = qualifiedName(server, name);
  if ('problem' in named) throw new ConfigError(named.problem);
  if (annotations !== undefined && !isRecord(annotations))
    throw wrong('has `annotations` that are no object');
  try {
    const { schema, parse } = inputOf(inputSchema);
    // What can't be offered would be left out of the run.
    inputSchemas(schema);
    return {
      name,
      description,
      inputSchema: schema,
      parse,
      run: (input: unknown, call: InProcessCall) => run.call(given, input, call) as unknown,
      ...(annotations !== undefined && { annotations }),
    };
  } catch (error) {
    if (error instanceof UnusableSchema)
      throw wrong(`has an inputSchema that ${error.message}`, error);
    throw error instanceof SchemaMissing ? wrong(error.message, error) : error;
  }
}

/** Its message is the end of a sentence that begins with the tool. */
class SchemaMissing extends Error {}

interface OwnInput {
  readonly schema: JSONSchemaObject;
  readonly parse: InProcessTool['parse'];
}

function inputOf(given: unknown): OwnInput {
  if (isStandardSchema(given)) return standardInput(given);
  if (!isRecord(given)) throw new SchemaMissing('needs an `inputSchema`');
  if (!isJson(given)) throw new SchemaMissing('has an inputSchema that can’t be written as JSON');
  const problem = problemOfSchema(given);
  if (problem !== undefined)
    throw new SchemaMissing(`has no JSON Schema as inputSchema: ${problem}`);
  return {
    schema: given,
    parse: (input) => {
      const problems = checkAnswer(given, input);
      if (problems.length > 0) throw new Error(`The input does not fit:\n${problems.join('\n')}`);
      return input;
    },
  };
}

function standardInput(given: StandardSchema): OwnInput {
  const schema = schemaOf(given);
  if (typeof schema === 'string') throw new SchemaMissing(`has an inputSchema that ${schema}`);
  return { schema, parse: (input) => validated(given, input) };
}

/** False for what holds itself, a BigInt, or more in one another than can be followed. */
function isJson(value: unknown): boolean {
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
}

function textOf(name: unknown): string {
  return typeof name === 'string' && name.trim() !== '' ? name.slice(0, 80) : 'without a name';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
