import { ConfigError, type Position } from '../base/errors.ts';
import { nearest } from '../base/nearest.ts';
import { readYaml, type YamlFile } from '../policy/read-yaml.ts';
import { schemaProblems } from '../policy/schema-problem.ts';
import { type Script, scriptSchema } from './script-schema.ts';

type Path = readonly PropertyKey[];

export interface LoadedScript {
  readonly script: Script;
  /** Where the value at a path stands. */
  placeOf(path: Path): Position;
}

/**
 * Reads a script: YAML or JSON, checked, with `{{name}}` in its texts filled in from `variables`.
 * `${{ … }}` is GitHub's and stays, and so does `\{{`, without its backslash.
 * @throws ConfigError with the place and, for a typo, the right spelling.
 */
export function loadScript(
  text: string,
  file: string,
  variables: Readonly<Record<string, string>>,
): LoadedScript {
  const yaml = readYaml(text, file, 'a script');
  const [problem] = yaml.problems;
  if (problem) throw problem;
  const at = (path: Path) => position(file, yaml.placeOf(path));
  const data = fillIn(yaml.data ?? {}, [], (name, path) => {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (value === undefined) throw unknownName(name, variables, at(path));
    return value;
  });
  const checked = scriptSchema.safeParse(data);
  if (!checked.success) throw firstProblem(checked.error.issues, data, yaml, file);
  return { script: checked.data, placeOf: at };
}

type Issues = NonNullable<ReturnType<typeof scriptSchema.safeParse>['error']>['issues'];

function firstProblem(issues: Issues, data: unknown, yaml: YamlFile, file: string): ConfigError {
  const problems = issues
    .flatMap((issue) => schemaProblems(issue, data, scriptSchema, 'a script'))
    .map(({ path, isKey, message }) => ({
      isKey,
      message,
      at: position(file, isKey ? yaml.placeOfKey(path) : yaml.placeOf(path)),
    }))
    .toSorted(
      (a, b) =>
        // A misspelt key explains the one that is missing.
        Number(b.isKey) - Number(a.isKey) || a.at.line - b.at.line || a.at.column - b.at.column,
    );
  const [first] = problems;
  return new ConfigError(first?.message ?? 'The script is not valid.', { at: first?.at });
}

function position(file: string, [line, column]: readonly [number, number]): Position {
  return { file, line, column };
}

function unknownName(
  name: string,
  variables: Readonly<Record<string, string>>,
  at: Position,
): ConfigError {
  const known = Object.keys(variables);
  const near = nearest(name, known);
  const names = known.map((one) => `{{${one}}}`).join(', ') || 'none';
  const hint = near ? `Did you mean {{${near}}}?` : `There are: ${names}.`;
  return new ConfigError(`Nothing is called {{${name}}} here. ${hint} Write \\{{ for the braces.`, {
    at,
  });
}

function fillIn(
  value: unknown,
  path: Path,
  resolve: (name: string, path: Path) => string,
): unknown {
  if (typeof value === 'string') {
    return value.replace(
      /(\\?)(?<!\$)\{\{\s*(\w+)\s*\}\}/gu,
      (whole, slash: string, name: string) => (slash ? whole.slice(1) : resolve(name, path)),
    );
  }
  if (Array.isArray(value)) {
    return value.map((item, index) => fillIn(item, [...path, index], resolve));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, fillIn(inner, [...path, key], resolve)]),
  );
}
