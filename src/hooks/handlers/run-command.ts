import { existsSync } from 'node:fs';
import { messageOf } from '../../base/errors.ts';
import { type ProcessResult, runProcess } from '../../base/process-group.ts';
import type { CommandHook } from '../../policy/hooks/hook-config.ts';
import type { EndedHook } from '../answer/hook-answer.ts';
import { announcesAsync } from './announces-async.ts';
import type { HandlerRun } from './handler-run.ts';

/**
 * Runs a command hook, in a shell or by itself (`args`): its own process group, no terminal, its input
 * as JSON on stdin, its output drained and bounded. When it ends, times out or the run is aborted, the
 * whole group ends. Never rejects: what went wrong is in `problem`.
 */
export async function runCommand(hook: CommandHook, run: HandlerRun): Promise<EndedHook> {
  const { place, stdin, timeoutMs, signal } = run;
  const announced = announcesAsync();
  const late = new AbortController();
  const ended = runProcess({
    argv: argvOf(hook, place.directory),
    cwd: place.directory,
    env: run.environment,
    stdin,
    timeoutMs,
    signal: AbortSignal.any([signal, late.signal]),
    onChunk: announced.take,
  }).then(
    (result) => ({ ...toEnded(result), problem: problemOf(result, timeoutMs) }),
    (error: unknown) => notStarted(error),
  );
  const { leaveBehind } = run;
  if (leaveBehind === undefined) return ended;
  const first = await Promise.race([ended, announced.seen]);
  if ('stdout' in first) return first;
  leaveBehind(first.timeoutMs === undefined ? ended : endedWithin(first.timeoutMs, ended, late));
  return { exitCode: 0, stdout: '', stderr: '', problem: undefined, durationMs: 0 };
}

async function endedWithin(
  ms: number,
  ended: Promise<EndedHook>,
  late: AbortController,
): Promise<EndedHook> {
  const timer = setTimeout(() => late.abort(), Math.min(ms, 2_147_483_647));
  return ended.finally(() => clearTimeout(timer));
}

function argvOf(hook: CommandHook, projectDirectory: string): [string, ...string[]] {
  if (hook.args === undefined) return [...shell(), '-c', hook.command];
  const filled = (text: string) => text.replaceAll('${CLAUDE_PROJECT_DIR}', () => projectDirectory);
  return [filled(hook.command), ...hook.args.map(filled)];
}

function toEnded(result: ProcessResult): Omit<EndedHook, 'problem'> {
  const { stdout, stderr, durationMs } = result;
  // A hook that obeys the signal of a time-out may still leave with a code: it is no answer then.
  const exitCode = result.timedOut || result.aborted ? undefined : (result.exitCode ?? undefined);
  return { exitCode, stdout, stderr, durationMs };
}

function problemOf(result: ProcessResult, timeoutMs: number): string | undefined {
  if (result.aborted) return 'the run ended before the hook did';
  if (result.timedOut) return `it did not end within ${timeoutMs / 1000} s`;
  if (result.signal) return `it was ended by ${result.signal}`;
  // Cut JSON could read as another answer than the one that was printed.
  if (result.truncated) return 'it printed more than 1 MiB';
  return undefined;
}

function notStarted(error: unknown): EndedHook {
  const problem = `it could not be started: ${messageOf(error)}`;
  return { exitCode: undefined, stdout: '', stderr: '', problem, durationMs: 0 };
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
