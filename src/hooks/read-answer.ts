import type { CommandHook } from './hook.ts';
import { type EndedHook, type HookAnswer, isBlocking, NO_ANSWER } from './hook-answer.ts';
import { parseOutput } from './parse-output.ts';

/**
 * What a finished PreToolUse hook says. A “no” in its JSON always counts, and so does exit code 2,
 * whatever the JSON says. A hook that did not start, timed out, crashed, answered nonsense or left
 * with another code and no JSON has failed: `onFailure` says what that means, and it blocks unless
 * told otherwise.
 */
export function readAnswer(hook: CommandHook, ended: EndedHook): HookAnswer {
  const output = parseOutput(ended.stdout);
  const answer = output?.ok ? output.answer : undefined;
  if (answer && isBlocking(answer)) return { ...answer, decision: 'deny' };
  if (ended.exitCode === 2) {
    return { ...(answer ?? NO_ANSWER), decision: 'deny', reason: firstText(ended.stderr) };
  }
  const failure = ended.problem ?? (output?.ok === false ? output.problem : undefined);
  if (failure) return failed(hook, ended, failure);
  if (answer) return answer;
  if (ended.exitCode === 0) return NO_ANSWER;
  return failed(hook, ended, exitText(ended.exitCode));
}

function failed(hook: CommandHook, ended: EndedHook, problem: string): HookAnswer {
  if (hook.onFailure === 'continue') return { ...NO_ANSWER, failure: problem };
  const words = firstText(ended.stderr)?.split('\n', 1)[0];
  return {
    ...NO_ANSWER,
    decision: 'deny',
    reason: `The hook failed, and a hook that fails blocks the call: ${problem}${words ? ` (${words})` : ''}.`,
    failure: problem,
  };
}

function exitText(code: number | undefined): string {
  if (code === 126) return 'exit code 126, its command cannot be run';
  if (code === 127) return 'exit code 127, its command was not found';
  return `exit code ${code} without a JSON answer`;
}

function firstText(text: string): string | undefined {
  return text.trim() || undefined;
}
