import { matchesPieces } from './match-text.ts';
import type { Rule } from './rule.ts';

/** A deny or ask rule on one field of the input: `Agent(model:opus)`, `Bash(run_in_background:true)`. */
export interface FieldRule {
  readonly rule: Rule;
  readonly field: string;
  readonly pieces: readonly string[];
}

/** Fields that the other rule forms speak about, so that one thing is said in one way. */
const MAIN_FIELDS: ReadonlySet<string> = new Set([
  'command',
  'file_path',
  'path',
  'notebook_path',
  'url',
]);

/** The rule read as one on a field; `undefined` when it can't be. It may be a text rule as well. */
export function fieldRuleOf(rule: Rule): FieldRule | undefined {
  const found = /^([A-Za-z_]\w*):(.+)$/su.exec(rule.specifier ?? '');
  const [, field = '', value = ''] = found ?? [];
  if (!found || MAIN_FIELDS.has(field)) return undefined;
  return { rule, field, pieces: value.split('*') };
}

/** A missing field never matches, nor does one that is a list or an object. */
export function matchesField(
  { field, pieces }: FieldRule,
  input: Readonly<Record<string, unknown>> | undefined,
): boolean {
  if (input === undefined || !Object.hasOwn(input, field)) return false;
  const value = input[field];
  const isScalar = ['string', 'number', 'boolean'].includes(typeof value);
  return isScalar && matchesPieces(pieces, String(value));
}
