import { ConfigError } from '../base/errors.ts';
import { eventWarnings, type WrittenHooks, writtenGroups } from './hooks/written-hooks.ts';
import { type KnownNames, leafChecks } from './leaf-checks.ts';
import { policySchema } from './policy-schema.ts';
import type { PolicySource } from './policy-source.ts';
import { readYaml, type YamlFile } from './read-yaml.ts';
import { ruleWarning } from './rule-problem.ts';
import { schemaProblems } from './schema-problem.ts';

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
  const schema = schemaFor(known);
  const checked = schema.safeParse(yaml.data);
  if (checked.success) {
    const source = { file, data: checked.data, places: placesOf(yaml) };
    const warnings = [...warningsOf(source, known), ...hookWarnings(source, yaml)];
    return { source, problems: [], warnings };
  }
  const problems = checked.error.issues
    .flatMap((issue) => schemaProblems(issue, yaml.data, schema))
    .map(({ path, isKey, message }) => {
      const [line, column] = isKey ? yaml.placeOfKey(path) : yaml.placeOf(path);
      return new ConfigError(message, { at: { file, line, column } });
    });
  return refused(problems);
}

/** Making it takes longer than checking a short policy with it, and parents are checked with the same names. */
const SCHEMAS = new WeakMap<KnownNames, ReturnType<typeof policySchema>>();

function schemaFor(known: KnownNames): ReturnType<typeof policySchema> {
  const schema = SCHEMAS.get(known) ?? policySchema(leafChecks(known));
  SCHEMAS.set(known, schema);
  return schema;
}

function placesOf(yaml: YamlFile): PolicySource['places'] {
  const data = yaml.data as {
    extends?: unknown;
    ask?: unknown[];
    permissions?: Record<string, unknown[] | undefined>;
    hooks?: WrittenHooks;
  };
  const places = (items: readonly unknown[] | undefined, path: readonly (string | number)[]) =>
    (items ?? []).map((_, index) => yaml.placeOf([...path, index]));
  const rules = (list: string) => places(data.permissions?.[list], ['permissions', list]);
  return {
    ...(data.extends !== undefined && { extends: yaml.placeOf(['extends']) }),
    deny: rules('deny'),
    ask: rules('ask'),
    allow: rules('allow'),
    answers: places(data.ask, ['ask']),
    ...(data.hooks && {
      hooks: Object.fromEntries(
        writtenGroups(data.hooks).map(([event, groups]) => [
          event,
          groups.map(({ hooks }, index) => places(hooks, ['hooks', event, index, 'hooks'])),
        ]),
      ),
    }),
  };
}

function refused(problems: readonly ConfigError[]): ParsedPolicy {
  const inOrder = problems.toSorted(
    (a, b) => (a.at?.line ?? 0) - (b.at?.line ?? 0) || (a.at?.column ?? 0) - (b.at?.column ?? 0),
  );
  return { source: undefined, problems: inOrder, warnings: [] };
}

function warningsOf({ file, data, places }: PolicySource, known: KnownNames): ConfigError[] {
  return (['deny', 'ask', 'allow'] as const).flatMap((list) =>
    (data.permissions?.[list] ?? []).flatMap((text, index) => {
      const message = ruleWarning(text, list, known.knownToolNames);
      const [line, column] = places[list][index] ?? [1, 1];
      return message === undefined ? [] : new ConfigError(message, { at: { file, line, column } });
    }),
  );
}

function hookWarnings({ file, data }: PolicySource, yaml: YamlFile): ConfigError[] {
  return eventWarnings(data.hooks ?? {}).map(({ event, message }) => {
    const [line, column] = yaml.placeOfKey(['hooks', event]);
    return new ConfigError(message, { at: { file, line, column } });
  });
}
