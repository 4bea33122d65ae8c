import { oneLine } from '../base/text.ts';
import { type HookEvent, hookEventInfo } from '../policy/hooks/hook-events.ts';
import { type EndedHook, type HookAnswer, isBlocking } from './answer/hook-answer.ts';
import { type Hook, namedHook } from './hook.ts';

/** A failure or an objection that changes nothing, in words; `undefined`: there is none. */
export function passedOver(
  hook: Hook,
  event: HookEvent,
  answer: HookAnswer,
  { stderr }: EndedHook,
): string | undefined {
  if (answer.block !== undefined && hookEventInfo(event).exit2 === 'notice') {
    return `${namedHook(hook)} objects, which changes nothing on ${event}: ${oneLine(answer.block, 300)}`;
  }
  if (answer.failure === undefined || isBlocking(answer)) return undefined;
  const words = oneLine(stderr.trim().split('\n', 1)[0] ?? '', 300);
  return `${namedHook(hook)} failed and is passed over: ${answer.failure}${words && ` (${words})`}.`;
}
