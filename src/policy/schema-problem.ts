import * as z from 'zod';
import { nearest } from '../base/nearest.ts';

/** One thing wrong with the shape of a policy. */
export interface SchemaProblem {
  readonly path: readonly PropertyKey[];
  /** The key at `path` is wrong, not its value. */
  readonly isKey: boolean;
  readonly message: string;
}

/** Puts a Zod issue about `data`, which is a `noun`, into sentences for a person, with the right spelling for a typo. */
export function schemaProblems(
  issue: z.core.$ZodIssue,
  data: unknown,
  schema: z.ZodType,
  noun = 'a policy',
): SchemaProblem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...issue.path, key],
      isKey: true,
      message: unknownKey(key, issue.path, { schema, data, noun }),
    }));
  }
  const message = wrongValue(issue, valueAt(data, issue.path), noun);
  return [{ path: issue.path, isKey: false, message }];
}

function unknownKey(
  key: string,
  path: readonly PropertyKey[],
  { schema, data, noun }: { schema: z.ZodType; data: unknown; noun: string },
): string {
  const known = keysAt(schema, path, data);
  const where = path.length === 0 ? noun : `\`${nameOf(path)}\``;
  const start = `\`${key}\` is not a key of ${where}`;
  const near = nearest(key, known);
  if (near) return `${start}; did you mean \`${near}\`?`;
  const home = homeOf(key, schema);
  if (home) return `${start}; it belongs under \`${home}\`.`;
  return `${start}; its keys are ${list(known)}.`;
}

function wrongValue(issue: z.core.$ZodIssue, value: unknown, noun: string): string {
  const name = nameOf(issue.path);
  const what = name === '' ? noun.replace(/^a/u, 'A') : `\`${name}\``;
  if (issue.code === 'custom') return issue.message;
  if (value === undefined) return `${what} is missing.`;
  const given = value === null ? 'empty' : `${JSON.stringify(value)?.slice(0, 60)}`;
  if (issue.code === 'invalid_value') {
    const near = typeof value === 'string' ? nearest(value, issue.values.map(String)) : undefined;
    const remedy = near ? `did you mean \`${near}\`?` : `it can be ${list(issue.values)}.`;
    return `${what} is ${given}; ${remedy}`;
  }
  if (issue.code === 'invalid_type') {
    return `${what} has to be ${KINDS[issue.expected] ?? issue.expected}, but is ${given}.`;
  }
  if (issue.code === 'too_small') return tooSmall(what, given, issue);
  if (issue.code === 'too_big') return `${what} is ${given}, but can be ${issue.maximum} at most.`;
  return `${what} is ${given}: ${issue.message}.`;
}

function tooSmall(what: string, given: string, issue: z.core.$ZodIssueTooSmall): string {
  if (issue.origin === 'string' || issue.origin === 'array') return `${what} must not be empty.`;
  const bound = issue.inclusive ? `at least ${issue.minimum}` : `more than ${issue.minimum}`;
  return `${what} is ${given}, but has to be ${bound}.`;
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  boolean: '`true` or `false`',
  number: 'a number',
  int: 'a whole number',
  array: 'a list',
  object: 'a mapping (lines of `key: value`)',
  record: 'a mapping (lines of `key: value`)',
};

/** `ask[0].match`, as people write it. */
function nameOf(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./u, '');
}

function list(words: readonly unknown[]): string {
  return words.map((word) => `\`${String(word)}\``).join(', ');
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) => (value as Record<PropertyKey, unknown> | undefined)?.[part],
    data,
  );
}

/** Which keys may stand at the path; where that depends on a `type`, on the one that `data` has. */
function keysAt(schema: z.ZodType, path: readonly PropertyKey[], data?: unknown): string[] {
  const bare = bareOf(schema);
  const [part, ...rest] = path;
  const inner = part === undefined ? undefined : valueAt(data, [part]);
  if (bare instanceof z.ZodDiscriminatedUnion) {
    const { discriminator, options } = bare.def;
    const kind = valueAt(data, [discriminator]);
    const meant = options.find(
      (option) =>
        option instanceof z.ZodObject && option.shape[discriminator].safeParse(kind).success,
    );
    return meant ? keysAt(meant as z.ZodType, path, data) : [];
  }
  if (bare instanceof z.ZodArray && part !== undefined) {
    return keysAt(bare.element as z.ZodType, rest, inner);
  }
  if (bare instanceof z.ZodRecord && part !== undefined) {
    return keysAt(bare.valueType as z.ZodType, rest, inner);
  }
  if (!(bare instanceof z.ZodObject)) return [];
  if (part === undefined) return Object.keys(bare.shape);
  return keysAt(bare.shape[String(part)] as z.ZodType, rest, inner);
}

/** The section of a policy that has `key` in it: for keys that stand one level too high. */
function homeOf(key: string, schema: z.ZodType): string | undefined {
  return keysAt(schema, []).find((section) => keysAt(schema, [section]).includes(key));
}

function bareOf(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional ? bareOf(schema.unwrap() as z.ZodType) : schema;
}
