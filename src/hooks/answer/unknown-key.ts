import { nearest } from '../../base/nearest.ts';
import type { HookEvent } from '../../policy/hooks/hook-events.ts';

/** All keys of an answer that are documented. */
const KEYS = [
  'continue',
  'stopReason',
  'suppressOutput',
  'systemMessage',
  'terminalSequence',
  'decision',
  'reason',
  'hookSpecificOutput',
  'async',
  'asyncTimeout',
];

/**
 * A sentence about a key that we don't know where it may have held the “no”: an answer with nothing
 * else in it, the part that decides, or a slip of the pen. Beside known keys others may stand: Claude
 * Code gains new ones.
 * @param specific the keys of `hookSpecificOutput` on this event.
 */
export function unknownKey(
  raw: Readonly<Record<string, unknown>>,
  event: HookEvent,
  specific: readonly string[],
): string | undefined {
  const keys = Object.keys(raw);
  const first = keys.find((key) => !KEYS.includes(key));
  if (first !== undefined && !keys.some((key) => KEYS.includes(key))) {
    return `its answer has no key that is known: ${meant(first, KEYS)}`;
  }
  const slip = keys.find((key) => !KEYS.includes(key) && nearest(key, KEYS) !== undefined);
  if (slip !== undefined)
    return `its answer has a key that looks like a slip: ${meant(slip, KEYS)}`;
  const part = raw['hookSpecificOutput'];
  if (typeof part !== 'object' || part === null) return undefined;
  const odd = Object.keys(part).find((key) => !specific.includes(key));
  return odd === undefined
    ? undefined
    : `its hookSpecificOutput has a key that ${event} does not know: ${meant(odd, specific)}`;
}

function meant(key: string, known: readonly string[]): string {
  const shown = JSON.stringify(key.length > 60 ? `${key.slice(0, 60)}…` : key);
  const near = nearest(key, known);
  return near === undefined
    ? `${shown} (the keys are ${known.join(', ')})`
    : `${shown} (did you mean "${near}"?)`;
}
