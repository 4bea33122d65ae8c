import { type SchemaDraft, Validator } from '@cfworker/json-schema';
import type { JSONSchemaObject } from './model-schema.ts';

/** Keywords whose errors only say that there are errors further in. */
const OUTER = new Set([
  'properties',
  'items',
  'prefixItems',
  'allOf',
  '$ref',
  'additionalProperties',
  'if',
]);
const MAX_PROBLEMS = 20;

/**
 * Where an answer misses the user's schema: a line a problem, with the place in the answer; none when
 * it fits. @throws what the validator throws for a schema that is none
 */
export function checkAnswer(schema: JSONSchemaObject, answer: unknown): string[] {
  const validator = new Validator({ ...schema }, draftOf(schema), false);
  const { valid, errors } = validator.validate(answer);
  if (valid) return [];
  const inner = errors.filter((error) => !OUTER.has(error.keyword));
  const lines = (inner.length > 0 ? inner : errors).map((error) => {
    const place = error.instanceLocation.replace(/^#/, '') || '(top)';
    return `${place}: ${error.keyword === 'false' ? 'Nothing is allowed here.' : error.error}`;
  });
  return [...new Set(lines)].slice(0, MAX_PROBLEMS);
}

/** The dialect that the schema names; without a name the current one. */
function draftOf(schema: JSONSchemaObject): SchemaDraft {
  const named = String(schema['$schema'] ?? '');
  if (/draft-0[67]/.test(named)) return '7';
  if (named.includes('draft-04')) return '4';
  return named.includes('2019-09') ? '2019-09' : '2020-12';
}
