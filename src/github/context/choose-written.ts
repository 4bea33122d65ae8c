import { countOf, listOf } from '../../base/text.ts';
import { isOwnComment } from '../comment-marker.ts';
import type { Written } from './written.ts';

export interface Choice {
  readonly items: readonly Written[];
  /** What was left out and why, for maintainer and agent. */
  readonly leftOut: readonly string[];
}

export interface ChoiceRules {
  /** The comment that started the run: it stands in the prompt. */
  readonly trigger: number | undefined;
  /** When the run was started, ISO 8601. */
  readonly until: string;
  /** Ids or logins of bots that may be heard. */
  readonly bots: readonly string[];
}

/**
 * What of a discussion the agent gets: as it stood when the run was started. Whoever started it has read
 * that, and nothing that was written or changed since.
 */
export function chooseWritten(all: readonly Written[], rules: ChoiceRules): Choice {
  const until = Date.parse(rules.until);
  const count = { later: 0, changed: 0, bots: new Set<string>() };
  const items = all.filter((item) => {
    const { author } = item;
    if (item.id !== undefined && item.id === rules.trigger) return false;
    if (isOwnComment(item.body)) return false;
    // A time that can't be read is not one before.
    if (!(Date.parse(item.at) <= until)) count.later += 1;
    else if (!(Date.parse(item.changedAt) <= until)) count.changed += 1;
    else if (author?.isBot && !isHeard(item, rules.bots)) count.bots.add(author.login);
    else return true;
    return false;
  });
  const leftOut = [
    ...(count.later > 0
      ? [`${countOf(count.later, 'text')} written after the run was started`]
      : []),
    ...(count.changed > 0
      ? [`${countOf(count.changed, 'text')} changed after the run was started`]
      : []),
    ...(count.bots.size > 0 ? [`what the bots ${listOf([...count.bots])} wrote`] : []),
  ];
  return { items, leftOut };
}

function isHeard({ author }: Written, bots: readonly string[]): boolean {
  return bots.some((entry) =>
    /^\d+$/.test(entry)
      ? Number(entry) === author?.id
      : entry.toLowerCase().replace(/\[bot\]$/, '') ===
        author?.login.toLowerCase().replace(/\[bot\]$/, ''),
  );
}
