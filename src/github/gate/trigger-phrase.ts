import { cleanProse } from '../../base/inbound/clean-prose.ts';

/**
 * What a comment asks for: its text without the phrase; `undefined` when the phrase is not in it.
 * Only what is seen on the page counts, and not what is quoted: an answer by mail quotes the comment
 * that started the last run. As a word of its own, in any case: `@unattended-app` and
 * `x@unattended.io` are others.
 */
export function askedBy(comment: string, phrase: string): string | undefined {
  const lines = cleanProse(comment).text.split('\n');
  const own = lines.filter((line) => !/^ {0,3}>/.test(line)).join('\n');
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}_@./-])${escaped(phrase)}(?![\\p{L}\\p{N}_]|[-/.][\\p{L}\\p{N}_])`,
    'giu',
  );
  if (!pattern.test(own)) return undefined;
  return own
    .replace(pattern, '')
    .replace(/[ \t]+$/gm, '')
    .trim();
}

function escaped(phrase: string): string {
  return phrase.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
