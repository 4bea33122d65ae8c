import { decodeEntities } from './entities.ts';
import { ProseScan } from './prose-scan.ts';
import { RemovalCount, type Removed } from './removed.ts';
import { shownFormulas } from './shown-math.ts';
import { rewriteUnseen } from './unseen.ts';
import { withoutEmptyLinks, withoutUnused } from './unused-links.ts';

export interface CleanText {
  readonly text: string;
  /** How often something was taken out, by kind: for the maintainer to see. */
  readonly removed: Removed;
}

/** `&amp;lt;` takes two; more is written by nobody. */
const MAX_DECODINGS = 4;
const CODE = /\ufdd0(\d+)\ufdd1/g;

/**
 * Markdown by strangers as a maintainer sees it on the page: without comments, hidden elements,
 * attributes, texts and addresses of images, titles, empty links, unused definitions, words behind a
 * fence, cells beyond a table, and characters that aren't drawn.
 * Entities are written out, and what they hid goes too. Code stays, `<details>` stays. Takes time
 * linear in the text.
 */
export function cleanProse(raw: string): CleanText {
  const { text, codes, removed } = cleanParts(raw);
  return { text: withCodes(text, codes), removed };
}

/** The same, with a sign for each piece of code. */
export function cleanParts(raw: string): CleanText & { readonly codes: string[] } {
  const count = new RemovalCount();
  const codes: string[] = [];
  const keepCode = (code: string) => codeSign(codes.push(code) - 1);
  const withoutUnseen = (text: string) =>
    rewriteUnseen(text, (unseen) => {
      count.add('unseen characters');
      return unseen === '\u2028' || unseen === '\u2029' ? '\n' : '';
    });
  let text = withoutUnseen(raw.replace(/\r\n?/g, '\n'));
  text = new ProseScan(text, { count, keepCode, isFirst: true }).read();
  text = withoutUnused(withoutEmptyLinks(text, count), count);
  for (let decoding = 0; decoding < MAX_DECODINGS; decoding += 1) {
    const decoded = decodeEntities(text);
    if (decoded === text) break;
    count.add('entities');
    // The signs for code are not drawn either, so they are put aside meanwhile.
    const parts = decoded
      .split(CODE)
      .map((part, index) => (index % 2 === 0 ? withoutUnseen(part) : `\ufdd0${part}\ufdd1`));
    text = new ProseScan(parts.join(''), { count, keepCode, isFirst: false }).read();
  }
  text = shownFormulas(withoutEmptyLinks(text, count), count);
  return { text, codes, removed: count.removed };
}

/** Puts code back where its signs are. */
export function withCodes(text: string, codes: readonly string[]): string {
  return text.replace(CODE, (_all, index: string) => codes[Number(index)] ?? '');
}

export function codeSign(index: number): string {
  return `\ufdd0${index}\ufdd1`;
}
