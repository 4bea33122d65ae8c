import { oneLine } from '../base/text.ts';
import { withoutUnseen } from './plain-text.ts';

/**
 * A commit's headline made of a text of others, as plain words: nothing in it calls anybody, closes an
 * issue or keeps checks from running. Entities and invisible breaks, as in comments, would be seen there.
 */
export function commitHeadline(text: string, max: number): string {
  let line = withoutUnseen(oneLine(text, 1_000));
  // What is taken out may leave another of them behind.
  for (let before = ''; before !== line; ) {
    before = line;
    for (const [what, instead] of REWRITES) line = line.replace(what, instead);
  }
  return oneLine(line.replace(/ +/g, ' '), max);
}

const REWRITES: readonly (readonly [RegExp, string])[] = [
  [/\[\s*(?:(?:skip|no)[\s-]*(?:ci|actions)|(?:ci|actions)[\s-]*skip)\s*\]/gi, ''],
  [/\*{3}\s*no_ci\s*\*{3}/gi, ''],
  [/\bskip-checks\s*:/gi, ''],
  [/&(?=#?\w+;)/g, ''],
  [/@(?=[\w-])/g, ''],
  [/#(?=\d)/g, ''],
  [/\bGH-(?=\d)/gi, ''],
  [/\bhttps?:\/\//gi, ''],
];
