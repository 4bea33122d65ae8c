import { decodeEntities } from './entities.ts';
import { ProseScan } from './prose-scan.ts';
import { RemovalCount, type Removed } from './removed.ts';
import { rewriteUnseen } from './unseen.ts';

export interface CleanText {
  readonly text: string;
  /** How often something was taken out, by kind: for the maintainer to see. */
  readonly removed: Removed;
}

/** `&amp;lt;` takes two; more is written by nobody. */
const MAX_DECODINGS = 4;
/** Formulas leave room for what is in it, and draw nothing. */
const PHANTOM = /\\[hv]?phantom\s{0,9}\{[^{}\n]{0,2000}\}/g;
const CODE = /\ufdd0(\d+)\ufdd1/g;

/**
 * Markdown by strangers as a maintainer sees it on the page: without comments, hidden elements,
 * attributes, texts of images, titles, definitions of links, and characters that aren't drawn.
 * Entities are written out, and what they hid goes too. Code stays, `<details>` stays. Takes time
 * linear in the text.
 */
export function cleanProse(raw: string): CleanText {
  const count = new RemovalCount();
  const codes: string[] = [];
  const keepCode = (code: string) => `\ufdd0${codes.push(code) - 1}\ufdd1`;
  const withoutUnseen = (text: string) =>
    rewriteUnseen(text, (unseen) => {
      count.add('unseen characters');
      return unseen === '\u2028' || unseen === '\u2029' ? '\n' : '';
    });
  let text = withoutUnseen(raw.replace(/\r\n?/g, '\n'));
  text = new ProseScan(text, { count, keepCode, isFirst: true }).read();
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
  text = text.replace(PHANTOM, () => {
    count.add('hidden elements');
    return '';
  });
  text = text.replace(CODE, (_all, index: string) => codes[Number(index)] ?? '');
  return { text, removed: count.removed };
}
