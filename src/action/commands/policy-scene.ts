import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { ConfigError } from '../../base/errors.ts';
import type { Workspace } from '../../base/workspace.ts';
import { gitTop } from '../../github/checkout.ts';
import { readFromWorkingTree } from '../../github/configuration-files.ts';
import type { Policy } from '../../policy/policy.ts';
import { loadPolicy } from '../load-policy.ts';

/** A policy and the place it is held against, for commands that only judge. */
export interface PolicyScene {
  readonly policy: Policy;
  readonly workspace: Workspace;
}

export const POLICY_FLAGS = {
  policy: { type: 'string', multiple: true },
  'allowed-tools': { type: 'string', multiple: true },
  'disallowed-tools': { type: 'string', multiple: true },
  json: { type: 'boolean' },
} as const;

/**
 * Loads the policies of `--policy` for the folder one stands in. No git repository is needed: where
 * there is none, the current folder is the workspace.
 * @throws ConfigError without a policy, or for one that can't be loaded.
 */
export async function policyScene(
  flags: {
    policy?: string[] | undefined;
    'allowed-tools'?: string[] | undefined;
    'disallowed-tools'?: string[] | undefined;
  },
  variables: Readonly<Record<string, string>>,
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
  return {
    policy: await loadPolicy(given, readFromWorkingTree(directory, home)),
    workspace: {
      root: gitTop(directory) ?? directory,
      directory,
      home,
      // Nothing runs, so there is no such folder; it is a place that no call can mean.
      runDirectory: '/unattended-has-no-run-directory',
    },
  };
}
