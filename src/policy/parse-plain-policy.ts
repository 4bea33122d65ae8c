import { ConfigError } from '../base/errors.ts';
import { oddRules } from './odd-rules.ts';
import type { ParsedPolicy } from './parse-policy.ts';
import { readPlain } from './plain-yaml.ts';
import { placesOf } from './policy-places.ts';
import type { PolicyFile } from './policy-schema.ts';
import { LinePlaces, offsetOf } from './yaml-places.ts';

/**
 * What `parsePolicy` would give for a policy of names, a parent, rules and limits with nothing wrong: long
 * lists of rules are most often that, and the YAML parser and the schema take 60 ms to load and to get going.
 * `undefined`: the policy has more than that, or a problem that `parsePolicy` has to tell.
 */
export function parsePlainPolicy(
  text: string,
  file: string,
  toolNames: ReadonlySet<string>,
): ParsedPolicy | undefined {
  const yaml = readPlain(text);
  if (!yaml || !hasPlainShape(yaml.data)) return undefined;
  const { data, root } = yaml;
  const rules = oddRules(data, toolNames);
  if (rules.some(({ error }) => error !== undefined)) return undefined;
  const lines = new LinePlaces(text);
  const placeOf = (path: readonly PropertyKey[]) => lines.of(offsetOf(root, path));
  const warnings = rules.map(({ path, warning = '' }) => {
    const [line, column] = placeOf(path);
    return new ConfigError(warning, { at: { file, line, column } });
  });
  return { source: { file, data, places: placesOf(data, placeOf) }, problems: [], warnings };
}

/** No more of the schema than can't be got wrong here; a test holds the two together. */
const PARTS: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['version', (value: unknown) => value === 1],
  ['name', isText],
  ['description', isText],
  ['extends', isText],
  ['default', (value: unknown) => value === 'deny' || value === 'stop'],
  ['permissions', isPermissions],
  ['limits', isLimits],
]);

/** What each limit may be. */
const LIMITS: ReadonlyMap<string, (value: number) => boolean> = new Map([
  ['max_turns', (value: number) => Number.isInteger(value) && value >= 1 && value <= 100_000],
  ['max_budget_usd', (value: number) => value > 0],
  ['timeout_minutes', (value: number) => value > 0 && value <= 7_200],
  ['tool_timeout_seconds', (value: number) => value > 0 && value <= 86_400],
  ['stall_seconds', (value: number) => value >= 1 && value <= 3_600],
  ['repeated_denials', (value: number) => Number.isInteger(value) && value >= 1 && value <= 1_000],
]);

function hasPlainShape(data: unknown): data is PolicyFile {
  return Object.entries(data ?? {}).every(([key, value]) => PARTS.get(key)?.(value) === true);
}

function isPermissions(value: unknown): boolean {
  return everyPart(
    value,
    (list, rules) =>
      ['deny', 'ask', 'allow'].includes(list) && Array.isArray(rules) && rules.every(isText),
  );
}

function isLimits(value: unknown): boolean {
  return everyPart(
    value,
    (name, limit) => typeof limit === 'number' && LIMITS.get(name)?.(limit) === true,
  );
}

function everyPart(value: unknown, holds: (key: string, part: unknown) => boolean): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(([key, part]) => holds(key, part));
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
