import { messageOf } from '../../base/errors.ts';
import type { EndedHook } from '../answer/hook-answer.ts';
import type { CallbackHook, Hook } from '../hook.ts';
import type { HandlerRun } from './handler-run.ts';

/** Runs one handler, whatever its type. Never rejects: what went wrong is in `problem`. */
export async function runHandler(hook: Hook, run: HandlerRun): Promise<EndedHook> {
  if (hook.type === 'command') {
    const { runCommand } = await import('./run-command.ts');
    return runCommand(hook, run);
  }
  const started = performance.now();
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), Math.min(run.timeoutMs, 2_147_483_647));
  const signal = AbortSignal.any([run.signal, limit.signal]);
  const ended = (parts: Partial<EndedHook>): EndedHook => ({
    exitCode: undefined,
    stdout: '',
    stderr: '',
    problem: undefined,
    durationMs: performance.now() - started,
    ...parts,
  });
  try {
    // A handler that doesn't heed its signal must not hold the call up.
    const stdout = await orAborted(outputOf(hook, { ...run, signal }), signal);
    return ended({ exitCode: 0, stdout });
  } catch (error) {
    if (run.signal.aborted) return ended({ problem: 'the run ended before the hook did' });
    if (limit.signal.aborted)
      return ended({ problem: `it did not end within ${run.timeoutMs / 1000} s` });
    return ended({ problem: messageOf(error) });
  } finally {
    clearTimeout(timer);
  }
}

async function outputOf(
  hook: Exclude<Hook, { type: 'command' }>,
  run: HandlerRun,
): Promise<string> {
  if (hook.type === 'callback') return callbackOutput(hook, run);
  if (hook.type === 'http') {
    const { postHook } = await import('./post-hook.ts');
    return postHook(hook, run);
  }
  if (hook.type === 'mcp_tool') {
    const { toolHook } = await import('./tool-hook.ts');
    return toolHook(hook, run);
  }
  const { askHook } = await import('./ask-hook.ts');
  return askHook(hook, run);
}

async function callbackOutput(hook: CallbackHook, run: HandlerRun): Promise<string> {
  const said = await hook.run(structuredClone(run.input), run.signal);
  return said === undefined ? '' : JSON.stringify(said);
}

async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => {});
  signal.throwIfAborted();
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
