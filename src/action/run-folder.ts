import { accessSync, constants, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, messageOf } from '../base/errors.ts';

export interface RunFolder {
  readonly path: string;
  /** The folder that was asked for can't be written, and another one is used to say so. */
  readonly problem: ConfigError | undefined;
}

/**
 * Makes the folder of a run, for this user only. Where the runner's temporary folder can't be written
 * the system's is used, so that there is a transcript that says why the run failed.
 * @throws ConfigError when neither can be written.
 */
export function createRunFolder(temporary: string | undefined, sessionId: string): RunFolder {
  const wanted = temporary ?? tmpdir();
  const problem = tryFolder(wanted, sessionId);
  if (typeof problem === 'string') return { path: problem, problem: undefined };
  const other = tryFolder(tmpdir(), sessionId);
  if (typeof other === 'string') return { path: other, problem };
  throw problem;
}

function tryFolder(parent: string, sessionId: string): string | ConfigError {
  try {
    return makeFolder(parent, sessionId);
  } catch (error) {
    return new ConfigError(
      `The temporary folder ${parent} can't be written (${messageOf(error)}). Check RUNNER_TEMP and the free space.`,
      { cause: error },
    );
  }
}

function makeFolder(parent: string, sessionId: string): string {
  const path = join(parent, 'unattended', sessionId);
  mkdirSync(join(path, 'outputs'), { recursive: true, mode: 0o700 });
  accessSync(path, constants.W_OK);
  return path;
}
