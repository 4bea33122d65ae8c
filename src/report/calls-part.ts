import { countOf, oneLine } from '../base/text.ts';
import type { CallRecord } from './call-records.ts';
import { formatDuration } from './format.ts';
import { breakLiveWords, type LiveWords } from './live-words.ts';
import { folded, paragraphs } from './markdown.ts';
import { cutRendered, fairLimit, shownOf, sizeOf } from './render/cut-rendered.ts';
import { escapeHtml } from './render/escape-html.ts';
import { renderedMarkdown } from './render/rendered-markdown.ts';
import type { ReportState } from './run-state.ts';

/**
 * The calls that were run, folded: what each asked for, what came of it. Of very many the last `items`
 * are shown; of the longest the middle is left out, until all together have at most `chars` characters.
 */
export function callsPart(
  { ran }: Pick<ReportState, 'ran'>,
  words: LiveWords,
  max: { readonly items: number; readonly chars: number },
): string {
  if (ran.records.length === 0) return '';
  const records = ran.records.slice(-max.items);
  const lengths = records.map(({ shown }) => sizeOf(shown));
  const limit = fairLimit(lengths, max.chars);
  const before = ran.records.length - records.length;
  return folded(
    `Calls (${ran.records.length + ran.left})`,
    paragraphs([
      before > 0 ? `… ${countOf(before, 'call')} before` : '',
      ...records.map((record) => callItem(record, words, limit)),
      ran.left > 0 ? `… and ${countOf(ran.left, 'more call')}` : '',
    ]),
  );
}

function callItem(record: CallRecord, words: LiveWords, limit: number): string {
  const head = `${markOf(record)} ${summaryCode(record.summary, words)} · ${formatDuration(record.durationMs)}`;
  const shown = shownOf(cutRendered(record.shown, limit));
  return shown.length === 0 ? head : folded(head, renderedMarkdown(shown, words));
}

function markOf({ isError, isCutOff }: CallRecord): string {
  if (isCutOff) return '…';
  return isError ? '✘' : '✔';
}

/** Markdown isn't read inside of `<summary>`: there a text of others needs the code element itself. */
function summaryCode(text: string, words: LiveWords): string {
  return `<code>${breakLiveWords(escapeHtml(oneLine(text, 200)), words)}</code>`;
}
