import { existsSync } from 'node:fs';
import { messageOf } from '../base/errors.ts';
import { type ProcessResult, runProcess } from '../base/process-group.ts';
import type { CommandHook } from './hook.ts';
import type { EndedHook } from './hook-answer.ts';

/** Where and with what the processes of hooks run. */
export interface HookPlace {
  readonly directory: string;
  /** The whole environment, without secrets. */
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Runs a command hook in a shell: its own process group, no terminal, its input as JSON on stdin, its
 * output drained and bounded. When it ends, times out or the run is aborted, the whole group ends.
 * Never rejects: what went wrong is in `problem`.
 */
export async function runCommand(
  hook: CommandHook,
  stdin: string,
  place: HookPlace,
  signal: AbortSignal,
): Promise<EndedHook> {
  try {
    const result = await runProcess({
      argv: [...shell(), '-c', hook.command],
      cwd: place.directory,
      env: place.environment,
      stdin,
      timeoutMs: hook.timeout * 1000,
      signal,
    });
    return { ...toEnded(result), problem: problemOf(result, hook) };
  } catch (error) {
    const problem = `it could not be started: ${messageOf(error)}`;
    return { exitCode: undefined, stdout: '', stderr: '', problem, durationMs: 0 };
  }
}

function toEnded(result: ProcessResult): Omit<EndedHook, 'problem'> {
  const { stdout, stderr, durationMs } = result;
  // A hook that obeys the signal of a time-out may still leave with a code: it is no answer then.
  const exitCode = result.timedOut || result.aborted ? undefined : (result.exitCode ?? undefined);
  return { exitCode, stdout, stderr, durationMs };
}

function problemOf(result: ProcessResult, hook: CommandHook): string | undefined {
  if (result.aborted) return 'the run ended before the hook did';
  if (result.timedOut) return `it did not end within ${hook.timeout} s`;
  if (result.signal) return `it was ended by ${result.signal}`;
  // Cut JSON could read as another answer than the one that was printed.
  if (result.truncated) return 'it printed more than 1 MiB';
  return undefined;
}

/**
 * `--norc`, because a bash whose input is a socket (which is what Node's pipes are) takes itself for
 * a remote shell and runs ~/.bashrc: a file that the agent could have written.
 */
function shell(): readonly [string, ...string[]] {
  const bash = ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash'].find(existsSync);
  if (bash) return [bash, '--norc'];
  return process.platform === 'win32' ? ['bash.exe', '--norc'] : ['/bin/sh'];
}
