import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { ConfigError } from '../../base/errors.ts';
import type { Workspace } from '../../base/workspace.ts';
import { gitTop } from '../../github/checkout.ts';
import { type ReadConfiguration, readFromWorkingTree } from '../../github/configuration-files.ts';
import type { Trust } from '../../github/trust.ts';
import type { Policy } from '../../policy/policy.ts';
import { withSettings } from '../../policy/settings/with-settings.ts';
import { loadPolicy } from '../load-policy.ts';
import { type LoadedSettings, loadSettings } from '../load-settings.ts';

/** A policy and the place it is held against, for commands that only judge. */
export interface PolicyScene {
  readonly policy: Policy;
  readonly workspace: Workspace;
}

export const POLICY_FLAGS = {
  policy: { type: 'string', multiple: true },
  'allowed-tools': { type: 'string', multiple: true },
  'disallowed-tools': { type: 'string', multiple: true },
  settings: { type: 'string' },
  json: { type: 'boolean' },
} as const;

/**
 * Loads the policies of `--policy` and the settings for the folder one stands in. No git repository is needed: where
 * there is none, the current folder is the workspace.
 * @throws ConfigError without a policy, or for one that can't be loaded.
 */
export async function policyScene(
  flags: {
    policy?: string[] | undefined;
    'allowed-tools'?: string[] | undefined;
    'disallowed-tools'?: string[] | undefined;
    settings?: string | undefined;
  },
  variables: Readonly<Record<string, string>>,
  trust: Trust = 'trusted',
): Promise<PolicyScene> {
  if (flags.policy === undefined) {
    throw new ConfigError('There is no policy: give --policy with a shipped name or a file.');
  }
  const given = {
    names: flags.policy,
    allowed: flags['allowed-tools'] ?? [],
    disallowed: flags['disallowed-tools'] ?? [],
  };
  const directory = realpathSync(process.cwd());
  const home = variables['HOME'] || homedir();
  const root = gitTop(directory) ?? directory;
  const read = readFromWorkingTree(directory, home);
  const loaded = await loadSettings(
    flags.settings,
    { root, directory, home, start: directory, configDirectory: variables['CLAUDE_CONFIG_DIR'] },
    { own: read, named: (path) => readNamed(path, read) },
  );
  const policy = withSettings(await loadPolicy(given, read), loaded.settings, trust);
  const warnings = [...(policy.warnings ?? []), ...loaded.warnings, ...passedOver(loaded)];
  return {
    policy: { ...policy, warnings },
    workspace: {
      root,
      directory,
      home,
      // Nothing runs, so there is no such folder; it is a place that no call can mean.
      runDirectory: '/unattended-has-no-run-directory',
      ...policy.places,
    },
  };
}

async function readNamed(path: string, read: ReadConfiguration): Promise<string> {
  const text = await read(path);
  if (text !== undefined) return text;
  throw new ConfigError(`--settings: there is no file “${path}”.`);
}

/** What was asked for has to be right; what only lies about must not keep a question from its answer. */
function passedOver({ problems }: LoadedSettings): string[] {
  const [wrong] = problems.filter(({ layer }) => layer === 'explicit');
  if (wrong) throw wrong.error;
  return problems.map(
    ({ error }) => `${error.message} The file is passed over here; a run would not start.`,
  );
}
