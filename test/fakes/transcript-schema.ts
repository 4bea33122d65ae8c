import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Schema, Validator } from '@cfworker/json-schema';

const FILE = join(import.meta.dirname, '../../schema/transcript.schema.json');
const published = JSON.parse(readFileSync(FILE, 'utf8')) as Schema;

/** The API's own objects: it may add to them. */
const OPEN = new Set(['message', 'usage', 'plugins']);

/**
 * The published schema lets readers meet fields that it does not name. We name all that we write: here a
 * field that it does not is a fault, so that none is added without it.
 */
const named = new Validator(closed(published) as Schema, '2020-12');
const asPublished = new Validator(published, '2020-12');

/** What of a transcript's messages the schema refuses, or does not name; empty: nothing. */
export function schemaFaults(transcript: unknown): readonly string[] {
  for (const validator of [asPublished, named]) {
    const { valid, errors } = validator.validate(transcript);
    if (!valid)
      return errors.slice(-3).map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`);
  }
  return [];
}

function closed(schema: unknown, name = ''): unknown {
  if (typeof schema !== 'object' || schema === null || OPEN.has(name)) return schema;
  if (Array.isArray(schema)) return schema.map((part) => closed(part));
  const parts = Object.fromEntries(
    Object.entries(schema).map(([key, part]) => [
      key,
      key === 'properties' || key === '$defs' ? each(part) : closed(part),
    ]),
  );
  const isOpen = !('properties' in parts) || 'oneOf' in parts || 'additionalProperties' in parts;
  return isOpen ? parts : { ...parts, additionalProperties: false };
}

/** Each kind of message also has the fields of all. */
function each(parts: object): object {
  const isKinds = 'message' in parts && 'oneOf' in Object(parts.message);
  const common = isKinds ? Object(Object(parts.message).properties) : {};
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => {
      const schema = isKinds && name === 'message' ? part : closed(part, name);
      const isMessage = isKinds && 'type' in Object(Object(part).properties);
      return [
        name,
        isMessage
          ? { ...Object(schema), properties: { ...common, ...Object(Object(schema).properties) } }
          : schema,
      ];
    }),
  );
}
