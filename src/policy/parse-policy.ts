import { ConfigError } from '../base/errors.ts';
import { eventWarnings } from './hooks/written-hooks.ts';
import { type KnownNames, leafChecks } from './leaf-checks.ts';
import { oddRules } from './odd-rules.ts';
import { placesOf } from './policy-places.ts';
import { type PolicyFile, policySchema } from './policy-schema.ts';
import type { PolicySource } from './policy-source.ts';
import { readYaml } from './read-yaml.ts';
import { type SchemaProblem, schemaProblems } from './schema-problem.ts';

export interface ParsedPolicy {
  /** `undefined` when there are problems. */
  readonly source: PolicySource | undefined;
  /** All that is wrong with the file, in the order of its lines. */
  readonly problems: readonly ConfigError[];
  /** What is odd about rules that hold. */
  readonly warnings: readonly ConfigError[];
}

/**
 * Reads and checks the text of one policy file, without its parents. Never throws for what the
 * text holds. Loads the YAML parser: import this module only when there is a file to read.
 */
export function parsePolicy(text: string, file: string, known: KnownNames): ParsedPolicy {
  const yaml = readYaml(text, file);
  if (yaml.problems.length > 0) return refused(yaml.problems);
  if (yaml.data === null) {
    const at = { file, line: 1, column: 1 };
    const message = 'The policy is empty; the least one is the line `version: 1`.';
    return refused([new ConfigError(message, { at })]);
  }
  const rules = oddRules(yaml.data, known.knownToolNames);
  const told = (which: 'error' | 'warning') =>
    rules.flatMap(({ path, [which]: message }) => (message === undefined ? [] : { path, message }));
  const at = ({ path, message, isKey = false }: Told) => {
    const [line, column] = isKey ? yaml.placeOfKey(path) : yaml.placeOf(path);
    return new ConfigError(message, { at: { file, line, column } });
  };
  const checked = check(yaml.data, known);
  const problems = [...checked.problems, ...told('error')];
  if (!checked.data || problems.length > 0) return refused(problems.map(at));
  const events = eventWarnings(checked.data.hooks ?? {}).map(
    ({ event, message }): Told => ({ path: ['hooks', event], message, isKey: true }),
  );
  return {
    source: { file, data: checked.data, places: placesOf(yaml.data, yaml.placeOf) },
    problems: [],
    warnings: [...told('warning'), ...events].map(at),
  };
}

type Told = Pick<SchemaProblem, 'path' | 'message'> & Partial<SchemaProblem>;

/** What remains after a check: data that has the shape, or what is wrong with it. */
function check(
  data: unknown,
  known: KnownNames,
): { data?: PolicyFile; problems: readonly SchemaProblem[] } {
  const checks = leafChecks(known);
  const keys = typeof data === 'object' && data !== null ? Object.keys(data) : [];
  const short = policySchema(checks, keys).safeParse(data);
  if (short.success) return { data: short.data, problems: [] };
  // What a key may have been meant for is told by the keys that there are.
  const schema = policySchema(checks);
  const issues = schema.safeParse(data).error?.issues ?? [];
  return { problems: issues.flatMap((issue) => schemaProblems(issue, data, schema)) };
}

function refused(problems: readonly ConfigError[]): ParsedPolicy {
  const inOrder = problems.toSorted(
    (a, b) => (a.at?.line ?? 0) - (b.at?.line ?? 0) || (a.at?.column ?? 0) - (b.at?.column ?? 0),
  );
  return { source: undefined, problems: inOrder, warnings: [] };
}
