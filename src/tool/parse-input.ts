import type { ZodError } from 'zod';
import { nearest } from '../base/nearest.ts';
import { listOf, oneLine } from '../base/text.ts';
import type { Tool } from './tool.ts';

export type ParsedInput<Input> =
  | { readonly ok: true; readonly input: Input }
  | { readonly ok: false; readonly message: string };

type Issue = ZodError['issues'][number];

/**
 * Checks what a model sent against a tool's schema. The message of a refusal is for the model: which
 * field, what it was, what would do. Fields of our own (`internalFields`) are unknown to it.
 */
export function parseInput<Input, Output, Progress>(
  tool: Tool<Input, Output, Progress>,
  raw: unknown,
): ParsedInput<Input> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    return refused(tool.name, [`the input is ${shown(raw)}; expected an object with fields`]);
  const known = knownFields(tool);
  const hidden = Object.keys(raw).filter((key) => tool.internalFields.includes(key));
  const result = tool.inputSchema().safeParse(raw);
  if (result.success && hidden.length === 0) return { ok: true, input: result.data };
  const issues = result.success ? [] : result.error.issues;
  return refused(tool.name, [
    ...hidden.map((key) => unknownField(key, known)),
    ...issues.flatMap((issue) => explain(issue, raw, known)),
  ]);
}

/** The fields that the model may send; empty for schemas that don't say. */
function knownFields(tool: Pick<Tool, 'inputSchema' | 'internalFields'>): string[] {
  const schema: unknown = tool.inputSchema();
  const shape = typeof schema === 'object' && schema !== null && 'shape' in schema && schema.shape;
  return Object.keys(shape || {}).filter((key) => !tool.internalFields.includes(key));
}

function refused(name: string, problems: readonly string[]) {
  const message = `${name} did not run: its input does not fit.\n- ${problems.join('\n- ')}`;
  return { ok: false, message } as const;
}

function explain(issue: Issue, raw: unknown, known: readonly string[]): string[] {
  const where = issue.path.length > 0 ? pathText(issue.path) : 'the input';
  if (issue.code === 'unrecognized_keys') {
    const prefix = issue.path.length > 0 ? `${where}: ` : '';
    const choices = issue.path.length > 0 ? [] : known;
    return issue.keys.map((key) => prefix + unknownField(key, choices));
  }
  // What a check of the whole has found says its place itself.
  if (issue.code === 'custom' && issue.path.length === 0) return [issue.message];
  const value = valueAt(raw, issue.path);
  if (value === undefined) return [`\`${where}\` is missing; expected ${expected(issue)}`];
  return [`\`${where}\` is ${shown(value)}; expected ${expected(issue)}`];
}

function unknownField(key: string, known: readonly string[]): string {
  const contained = known.find((name) => key.length > 2 && name.split('_').includes(key));
  const meant = nearest(key, known) ?? contained;
  const hint = meant ? `did you mean \`${meant}\`?` : fieldList(known);
  return `there is no field \`${oneLine(key, 60)}\`${hint ? `; ${hint}` : ''}`;
}

function fieldList(known: readonly string[]): string {
  return known.length > 0 ? `the fields are ${listOf(known, 30)}` : '';
}

function expected(issue: Issue): string {
  if (issue.code === 'invalid_type') return `${article(issue.expected)} ${issue.expected}`;
  if (issue.code === 'invalid_value')
    return `one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
  return `another value: ${issue.message.replace(/^(?:Too (?:small|big)|Invalid \w+): /, '')}`;
}

function article(noun: string): string {
  return /^[aeiou]/.test(noun) ? 'an' : 'a';
}

function shown(value: unknown): string {
  const type = Array.isArray(value) ? 'array' : typeof value;
  if (value === null || value === undefined) return String(value);
  return `${oneLine(JSON.stringify(value), 80)} (${type})`;
}

function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  let value = raw;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}
