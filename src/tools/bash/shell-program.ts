import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../../base/find-program.ts';
import { ToolRefusal } from '../../tool/refusal.ts';

/** Places of the system itself, which no checkout and no PATH entry can change. */
const SETPRIV = ['/usr/bin/setpriv', '/bin/setpriv'];
const BASH = ['/bin/bash', '/usr/bin/bash'];

/**
 * The beginning of the argv that runs a script: bash by its absolute path, without start-up files,
 * under `no_new_privs` where the system has setpriv, so that sudo and other setuid programs give no
 * rights beyond ours.
 * @throws ToolRefusal where there is no bash.
 */
export function shellProgram(
  environment: Readonly<Record<string, string>>,
  root: string,
): readonly [string, ...string[]] {
  const bash = findBash(environment, root);
  if (bash === undefined) throw new ToolRefusal(missing());
  const shell = [bash, '--noprofile', '--norc', '-c'] as const;
  const setpriv = process.platform === 'linux' ? SETPRIV.find(existsSync) : undefined;
  return setpriv ? [setpriv, '--no-new-privs', ...shell] : shell;
}

function findBash(environment: Readonly<Record<string, string>>, root: string): string | undefined {
  // On Windows the `bash` on PATH may be WSL's, which is another system with other paths.
  if (process.platform === 'win32') return gitBash(environment);
  return BASH.find(existsSync) ?? findProgram('bash', environment['PATH'] ?? '', root);
}

function gitBash(environment: Readonly<Record<string, string>>): string | undefined {
  const folder = environment['ProgramFiles'] ?? environment['PROGRAMFILES'] ?? 'C:\\Program Files';
  return [join(folder, 'Git', 'bin', 'bash.exe')].find(existsSync);
}

function missing(): string {
  return process.platform === 'win32'
    ? 'Bash is not here: this runner has no Git for Windows. Use the other tools.'
    : 'Bash is not installed on this runner. Use the other tools.';
}
