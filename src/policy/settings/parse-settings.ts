import { ConfigError, messageOf } from '../../base/errors.ts';
import { resolvePath } from '../../base/paths.ts';
import { readYaml, type YamlFile } from '../read-yaml.ts';
import { schemaProblems } from '../schema-problem.ts';
import { readDefaultMode } from './default-mode.ts';
import type { ParsedSettings, SettingsLayer } from './settings.ts';
import { readHooks } from './settings-hooks.ts';
import { readRules } from './settings-rules.ts';
import { type SettingsFile, settingsSchema } from './settings-schema.ts';
import { unknownKeys } from './unknown-keys.ts';

export interface SettingsOrigin {
  /** As the user knows it: a path, or `input settings`. */
  readonly file: string;
  readonly layer: SettingsLayer;
  /** Folder that the `/x` of its path rules is anchored at. */
  readonly anchor: string;
  /** Folder that its relative directories are looked for in. */
  readonly directory: string;
  readonly home: string;
  readonly knownToolNames: ReadonlySet<string>;
}

const NOUN = 'a settings file';

/**
 * Reads and checks Claude Code settings. Never throws for what the text holds. Loads the YAML parser,
 * which knows where everything stands: import this module only when there is a file to read.
 */
export function parseSettings(given: string, origin: SettingsOrigin): ParsedSettings {
  // A byte order mark, as some editors leave it, is no part of JSON.
  const text = given.replace(/^\uFEFF/u, '');
  const broken = notJson(text, origin.file);
  if (broken) return refused([broken]);
  const json = readYaml(text, origin.file, NOUN);
  if (json.problems.length > 0) return refused(json.problems);
  const checked = settingsSchema.safeParse(json.data);
  if (checked.success) return read(checked.data, json, origin);
  return refused(
    checked.error.issues
      .flatMap((issue) => schemaProblems(issue, json.data, settingsSchema, NOUN))
      .map(({ path, message }) => problem(message, json.placeOf(path), origin.file)),
  );
}

function read(data: SettingsFile, json: YamlFile, origin: SettingsOrigin): ParsedSettings {
  const { file, layer, directory, home, knownToolNames } = origin;
  const { permissions = {} } = data;
  const ofRules = readRules(permissions, { ...origin, placeOf: json.placeOf });
  const mode = readDefaultMode(permissions.defaultMode, layer);
  const keys = unknownKeys(data);
  const atMode = (message: string | undefined) =>
    message === undefined
      ? []
      : [problem(message, json.placeOf(['permissions', 'defaultMode']), file)];
  const ofHooks = readHooks(data.hooks, {
    file,
    knownToolNames,
    placeOf: json.placeOf,
    placeOfKey: json.placeOfKey,
  });
  const problems = [
    ...keys.slips.map(({ path, message }) => problem(message, json.placeOfKey(path), file)),
    ...ofRules.problems,
    ...ofHooks.problems,
    ...atMode(mode.problem),
  ];
  const warnings = [
    ...ofRules.warnings,
    ...ofHooks.warnings,
    ...atMode(mode.warning).map(messageOf),
  ];
  if (layer === 'explicit' && keys.idle.length > 0) warnings.push(idleWarning(keys.idle, file));
  if (problems.length > 0) return refused(problems);
  const settings = {
    file,
    layer,
    rules: ofRules.rules,
    additionalDirectories: (permissions.additionalDirectories ?? []).flatMap((given) => {
      const { path, real } = resolvePath(given, directory, home);
      return path === real ? [path] : [path, real];
    }),
    closedOutside: closedOutside(permissions),
    hooks: ofHooks.hooks,
    claudeMdExcludes: data.claudeMdExcludes ?? [],
    ...(data.disableAllHooks !== undefined && { disableAllHooks: data.disableAllHooks }),
    ...(data.disableSkillShellExecution !== undefined && {
      disableSkillShellExecution: data.disableSkillShellExecution,
    }),
    ...(mode.plan !== undefined && { planMode: mode.plan }),
  };
  return { settings, problems: [], warnings };
}

function closedOutside(permissions: NonNullable<SettingsFile['permissions']>) {
  const reads = permissions.blockReadsOutsideWorkingDirectories === true;
  const writes = permissions.blockWritesOutsideWorkingDirectories === true;
  return [...(reads ? (['read'] as const) : []), ...(writes ? (['write'] as const) : [])];
}

function idleWarning(keys: readonly string[], file: string): string {
  return `${file}: ${keys.join(', ')} ${keys.length > 1 ? 'have' : 'has'} no effect here; of settings only permissions, hooks, claudeMdExcludes and disableSkillShellExecution count.`;
}

/** JSON is read as YAML, of which it is a part; what only YAML takes is refused before. */
function notJson(text: string, file: string): ConfigError | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const message = messageOf(error);
    const end = message.includes('end of JSON') ? text.length : 0;
    const offset = Number(/position (\d+)/u.exec(message)?.[1] ?? end);
    const lines = text.slice(0, offset).split('\n');
    const what = message.replace(/,? (?:in JSON )?(?:at position|".*" is not valid).*$/su, '');
    return problem(
      `Settings have to be JSON: ${what}.`,
      [lines.length, (lines.at(-1)?.length ?? 0) + 1],
      file,
    );
  }
}

function problem(message: string, [line, column]: readonly [number, number], file: string) {
  return new ConfigError(message, { at: { file, line, column } });
}

function refused(problems: readonly ConfigError[]): ParsedSettings {
  const inOrder = problems.toSorted((a, b) => (a.at?.line ?? 0) - (b.at?.line ?? 0));
  return { settings: undefined, problems: inOrder, warnings: [] };
}
