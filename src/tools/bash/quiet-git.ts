import { pathWithout } from '../../base/path-variable.ts';

/**
 * The settings that let a repository's own configuration start a program during a reading command.
 * An attacker's `.git/config` or attributes would otherwise choose the pager, diff or monitor.
 */
const SETTINGS: readonly (readonly [string, string])[] = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['core.pager', 'cat'],
  ['core.editor', 'true'],
  ['core.sshCommand', 'false'],
  ['core.askPass', 'false'],
  ['core.alternateRefsCommand', 'true'],
  ['credential.helper', ''],
  ['gpg.program', 'false'],
  ['gpg.x509.program', 'false'],
  ['gpg.ssh.program', 'false'],
  ['log.showSignature', 'false'],
  ['protocol.ext.allow', 'never'],
  ['submodule.recurse', 'false'],
  ['diff.submodule', 'short'],
  ['safe.bareRepository', 'explicit'],
];

/**
 * The environment of a command that runs unasked because it only reads: git without the system's
 * and the user's configuration and without the programs that a repository's names, and no PATH
 * entry inside the workspace, where a checkout could bring its own `git` or `ls`.
 */
export function quietEnvironment(
  environment: Readonly<Record<string, string>>,
  root: string,
): Record<string, string> {
  const path = pathWithout(environment['PATH'] ?? '', root);
  // Without the user's configuration the checkout's owner would be unknown in container jobs.
  const settings = [...SETTINGS, ['safe.directory', root] as const];
  return {
    ...environment,
    PATH: path,
    PAGER: 'cat',
    GIT_PAGER: 'cat',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(
      settings.flatMap(([key, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  };
}
