import { dirname, join, relative } from 'node:path';
import type { ConfigError } from '../base/errors.ts';
import { resolvePath } from '../base/paths.ts';
import { readFromWorkingTree } from '../github/configuration-files.ts';
import type { Settings, SettingsLayer } from '../policy/settings/settings.ts';
import { knownToolNames } from '../tools/allow-lists.ts';

export interface SettingsPlace {
  readonly root: string;
  readonly directory: string;
  readonly home: string;
  /** Folder that the input's path is relative to. */
  readonly start: string;
  /** `CLAUDE_CONFIG_DIR`: where the user's settings lie. Absent: `.claude` in the home folder. */
  readonly configDirectory?: string | undefined;
}

export interface SettingsReaders {
  /** A file that an input names; the error names the source. */
  readonly named: (path: string) => Promise<string>;
  /** One of the repository's own files, by absolute path; `undefined`: there is none. */
  readonly own: (path: string) => Promise<string | undefined>;
}

export interface LoadedSettings {
  /** The file that yields first: user, project, explicit. */
  readonly settings: readonly Settings[];
  readonly problems: readonly SettingsProblem[];
  readonly warnings: readonly string[];
}

interface SettingsProblem {
  readonly layer: SettingsLayer;
  /** With its place. */
  readonly error: ConfigError;
}

interface Found {
  readonly file: string;
  readonly layer: SettingsLayer;
  readonly anchor: string;
  readonly text: string;
}

/**
 * Claude Code settings of all three layers.
 * @param given the input `settings`: JSON, or the path of a file with it.
 * @throws ConfigError for a file that can't be read.
 */
export async function loadSettings(
  given: string | undefined,
  place: SettingsPlace,
  readers: SettingsReaders,
): Promise<LoadedSettings> {
  const found = [
    ...(await ofUser(place)),
    ...(await ofProject(place, readers)),
    ...(await ofInput(given, place, readers)),
  ];
  if (found.length === 0) return { settings: [], problems: [], warnings: [] };
  const { parseSettings } = await import('../policy/settings/parse-settings.ts');
  const { directory, home } = place;
  const parsed = found.map(({ text, ...origin }) => ({
    ...parseSettings(text, { ...origin, directory, home, knownToolNames }),
    layer: origin.layer,
  }));
  return {
    settings: parsed.flatMap(({ settings }) => settings ?? []),
    problems: parsed.flatMap(({ problems, layer }) => problems.map((error) => ({ layer, error }))),
    warnings: parsed.flatMap(({ warnings }) => warnings),
  };
}

async function ofUser({ home, configDirectory }: SettingsPlace): Promise<Found[]> {
  const folder = configDirectory ?? join(home, '.claude');
  const path = join(folder, 'settings.json');
  const text = await readFromWorkingTree(folder, home)(path);
  const file = configDirectory === undefined ? '~/.claude/settings.json' : path;
  return text === undefined ? [] : [{ file, layer: 'user', anchor: folder, text }];
}

/** Of the checkout and, in a monorepo, of the package that the agent works in. */
async function ofProject(
  { root, directory }: SettingsPlace,
  { own }: SettingsReaders,
): Promise<Found[]> {
  const found: Found[] = [];
  for (const folder of new Set([root, directory])) {
    for (const name of ['settings.json', 'settings.local.json']) {
      const path = join(folder, '.claude', name);
      const text = await own(path);
      const file = relative(root, path);
      if (text !== undefined) found.push({ file, layer: 'project', anchor: folder, text });
    }
  }
  return found;
}

async function ofInput(
  given: string | undefined,
  { directory, start, home }: SettingsPlace,
  { named }: SettingsReaders,
): Promise<Found[]> {
  if (given === undefined) return [];
  if (given.startsWith('{')) {
    return [{ file: 'input settings', layer: 'explicit', anchor: directory, text: given }];
  }
  const text = await named(given);
  const anchor = dirname(resolvePath(given, start, home).real);
  return [{ file: given, layer: 'explicit', anchor, text }];
}
