import { cleanParts, codeSign, withCodes } from '../../base/inbound/clean-prose.ts';
import { withoutQuotes, withoutTags } from '../../base/inbound/own-words.ts';

/**
 * What a comment asks for: its text without the phrase; `undefined` when the phrase is not in it.
 * Only what is seen on the page counts, and not what is quoted or code: an answer by mail quotes the
 * comment that started the last run, and a manual shows how to. As a word of its own, in any case:
 * `@unattended-app` and `x@unattended.io` are others.
 */
export function askedBy(comment: string, phrase: string): string | undefined {
  const { text, codes } = cleanParts(comment);
  const own = withoutCode(withoutQuotes(text), codes);
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}_@./-])${escaped(phrase)}(?![\\p{L}\\p{N}_]|[-/.][\\p{L}\\p{N}_])`,
    'giu',
  );
  if (!pattern.test(own)) return undefined;
  let task = own.replace(pattern, '').replace(/[ \t]+$/gm, '');
  // A piece of code may hold the signs of others.
  for (let before = ''; before !== task; ) [before, task] = [task, withCodes(task, codes)];
  return task.trim();
}

/** Signs also for what readers could take for code, though not all do. */
function withoutCode(text: string, codes: string[]): string {
  const keep = (code: string) => codeSign(codes.push(code) - 1);
  const blocks = text.replace(/^[ \t]*(?:`{3}|~{3})[\s\S]*/m, keep);
  return withoutTags(blocks, /^(?:pre|code|kbd|samp|tt)$/, keep)
    .split(/(\n[ \t]*\n)/)
    .map((paragraph) => paragraph.replace(/`[\s\S]*`/, keep))
    .join('');
}

function escaped(phrase: string): string {
  return phrase.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
