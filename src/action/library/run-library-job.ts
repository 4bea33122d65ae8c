import { ConfigError } from '../../base/errors.ts';
import { isLeaving } from '../../base/leave.ts';
import { countOf } from '../../base/text.ts';
import { endGit } from '../../github/git.ts';
import type { CommandEnvironment, JobResult } from '../commands/command.ts';
import { secretsOf } from '../credentials.ts';
import { type Exposed, exposedSecrets } from './exposed-secrets.ts';
import { type GivenOptions, libraryDoor } from './library-door.ts';

export interface LibraryResult
  extends Pick<JobResult, 'verdict' | 'outputs' | 'errors' | 'comment'> {
  /** Path of `transcript.json`; `undefined`: it could not be written. */
  readonly transcript: string | undefined;
}

/** Signals, the clock and what nobody catches are the process': two runs would end each other. */
let isRunning = false;

/**
 * Does the action's job for a program. Whatever goes wrong in the run is a result.
 * @throws ConfigError for options that can't be a job, before anything has begun
 */
export async function runLibraryJob(
  given: object,
  run: CommandEnvironment['runJob'],
): Promise<LibraryResult> {
  if (isRunning) throw new ConfigError('A job is running in this process: wait for its end.');
  isRunning = true;
  process.on('exit', exitInside);
  try {
    const options: GivenOptions = { ...given };
    const door = libraryDoor(options, await serversOf(options['servers']));
    const exposed = exposedSecrets(secretsOf(door));
    if (options['acceptExposedSecrets'] !== true) refuse(exposed);
    const cleanEnvironment = door.cleanEnvironment && exposed.length === 0;
    const { verdict, outputs, errors, comment } = await run({ ...door, cleanEnvironment });
    const transcript = outputs['execution_file'] || undefined;
    return { verdict, outputs, errors, comment, transcript };
  } finally {
    isRunning = false;
    process.off('exit', exitInside);
    endGit();
  }
}

/** Whatever ends the program in the middle of a job, no step may be green for it. */
function exitInside(code: number): void {
  if (isLeaving()) return;
  process.stderr.write('The program ended in the middle of its job, which has no result.\n');
  if (code === 0) process.exitCode = 1;
}

/** Without any, none of the code for servers is loaded. */
async function serversOf(given: unknown) {
  if (given === undefined || (Array.isArray(given) && given.length === 0)) return [];
  const { libraryServers } = await import('./library-servers.ts');
  return libraryServers(given);
}

function refuse(found: readonly Exposed[]): void {
  const [first] = found;
  if (first === undefined) return;
  const { secret, pid, program } = first;
  const others = new Set(found.map((one) => one.secret)).size - 1;
  const what = others === 0 ? secret : `${secret} (and ${countOf(others, 'more secret')})`;
  const help =
    pid === process.pid
      ? 'Call enterCleanEnvironment() first of all, on Node 24'
      : 'Start the program with `exec node …`, so that no shell waits for it, or from a process that does not have it';
  throw new ConfigError(
    `${what} stands in the environment of ${pid === process.pid ? 'this process' : `the process ${pid} (${program})`}, where commands of the agent could read it. ${help}; or set acceptExposedSecrets.`,
  );
}
