import { nearest } from '../../base/nearest.ts';
import type { FrontMatter } from '../markdown/front-matter.ts';
import { flagOf } from '../markdown/keys.ts';

/** What front matter of a skill may say (contracts 5.2). */
const KEYS = [
  'name',
  'description',
  'when_to_use',
  'argument-hint',
  'arguments',
  'disable-model-invocation',
  'user-invocable',
  'allowed-tools',
  'disallowed-tools',
  'model',
  'effort',
  'context',
  'agent',
  'background',
  'hooks',
  'paths',
  'shell',
  'metadata',
  'license',
  'compatibility',
];
/** Those that forbid something: what they would forbid must not be lost. */
const FORBIDDING = ['disallowed-tools', 'disable-model-invocation', 'user-invocable'];
const FLAGS = ['disable-model-invocation', 'user-invocable'] as const;

export interface Slip {
  /** A sentence behind its place in the file (`3:1: …`). */
  readonly notice?: string;
  /** Why the skill can't be used, as the end of a sentence. */
  readonly refusal?: string;
}

/**
 * A slip of the pen in front matter. Keys that look like none of those known are other programs' and no slips; one that
 * looks like a key that forbids makes the skill unusable.
 */
export function slipIn(front: FrontMatter): Slip {
  const unclear = FLAGS.find((key) => isUnclear(front, key));
  if (unclear !== undefined) {
    return { refusal: `\`${unclear}\` takes true or false, and has something else` };
  }
  const slips = Object.keys(front.data).flatMap((key) => {
    const meant = KEYS.includes(key) ? undefined : nearest(kebab(key), KEYS);
    return meant === undefined ? [] : [{ key, meant }];
  });
  const forbids = slips.find(({ meant }) => FORBIDDING.includes(meant));
  if (forbids) {
    return { refusal: `it has a key \`${forbids.key}\`, which looks like \`${forbids.meant}\`` };
  }
  const [slip] = slips;
  if (slip === undefined) return {};
  const { line, column } = front.placeOf(slip.key);
  const notice = `${line}:${column}: The key \`${slip.key}\` has no effect. Did you mean \`${slip.meant}\`?`;
  return { notice };
}

function isUnclear(front: FrontMatter, key: string): boolean {
  const value = front.data[key];
  return value !== undefined && value !== null && flagOf(front, key) === undefined;
}

/** `disallowedTools` and `disallowed_tools` are `disallowed-tools`. */
function kebab(key: string): string {
  return key.replace(/(?<=[a-z])(?=[A-Z])/gu, '-').replaceAll('_', '-');
}
