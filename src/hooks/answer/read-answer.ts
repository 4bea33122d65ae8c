import {
  type HookEvent,
  type HookEventInfo,
  hookEventInfo,
} from '../../policy/hooks/hook-events.ts';
import type { Hook } from '../hook.ts';
import { type EndedHook, type HookAnswer, isBlocking, NO_ANSWER } from './hook-answer.ts';
import { parseOutput } from './parse-output.ts';

/** Events whose hooks may speak to the model in plain text. */
const PLAIN_CONTEXT: readonly HookEvent[] = [
  'SessionStart',
  'UserPromptSubmit',
  'UserPromptExpansion',
];

/** What exit code 2 does where an answer that can't be understood is never a “yes”. */
const MAY_REFUSE: readonly HookEventInfo['exit2'][] = ['denies', 'stops'];

/** Events on which a failure never blocks: there, to block means to go on, again and again. */
const NEVER_BLOCKED_BY_FAILURE: readonly HookEvent[] = [
  'Stop',
  'SubagentStop',
  'TaskCompleted',
  'TeammateIdle',
];

/**
 * What a finished hook says. A “no” in its JSON always counts, and so does exit code 2, whatever the
 * JSON says. A hook that did not start, timed out, crashed, answered nonsense or left with another code
 * and no JSON has failed: `onFailure` says what that means. An answer that tried to decide and can't be
 * understood is never taken for a “yes”.
 */
export function readAnswer(hook: Hook, event: HookEvent, ended: EndedHook): HookAnswer {
  const output = parseOutput(ended.stdout, event);
  const answer = output?.ok ? output.answer : undefined;
  if (answer && isBlocking(answer)) return asDenial(answer);
  if (ended.exitCode === 2) return blocked(event, answer ?? NO_ANSWER, firstText(ended.stderr));
  const failure = ended.problem ?? (output?.ok === false ? output.problem : undefined);
  if (failure) {
    const decides = ended.problem === undefined && output?.ok === false && output.decides;
    return failed(hook, event, ended, failure, decides);
  }
  if (answer) return answer;
  if (ended.exitCode !== 0) return failed(hook, event, ended, exitText(ended.exitCode), false);
  const words = PLAIN_CONTEXT.includes(event) ? firstText(ended.stdout) : undefined;
  return { ...NO_ANSWER, additionalContext: words };
}

/** The end of the run is a “no” to the call at hand. */
function asDenial(answer: HookAnswer): HookAnswer {
  return answer.stop === undefined ? answer : { ...answer, decision: 'deny' };
}

function blocked(event: HookEvent, said: HookAnswer, reason: string | undefined): HookAnswer {
  if (event === 'PreToolUse') return { ...said, decision: 'deny', reason };
  // “Ignored” there (contracts 2.7): the call is left to the default, which denies.
  if (event === 'PermissionRequest') return { ...said, decision: 'none', updatedInput: undefined };
  return { ...said, block: reason ?? 'The hook blocked it and gave no reason.', reason };
}

function failed(
  hook: Hook,
  event: HookEvent,
  ended: EndedHook,
  problem: string,
  decides: boolean,
): HookAnswer {
  const answer = { ...NO_ANSWER, failure: problem };
  const { exit2 } = hookEventInfo(event);
  const blocks =
    hook.onFailure === 'block' ||
    (hook.onFailure === 'block_unclear' && decides && MAY_REFUSE.includes(exit2));
  if (!blocks || NEVER_BLOCKED_BY_FAILURE.includes(event)) return answer;
  const words = firstText(ended.stderr)?.split('\n', 1)[0];
  const what = event === 'PreToolUse' ? 'blocks the call' : 'blocks';
  return blocked(
    event,
    answer,
    `The hook failed, and a hook that fails ${what}: ${problem}${words ? ` (${words})` : ''}.`,
  );
}

function exitText(code: number | undefined): string {
  if (code === 126) return 'exit code 126, its command cannot be run';
  if (code === 127) return 'exit code 127, its command was not found';
  return `exit code ${code} without a JSON answer`;
}

function firstText(text: string): string | undefined {
  return text.trim() || undefined;
}
