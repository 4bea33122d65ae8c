import { countOf } from '../base/text.ts';
import { callsPart } from './calls-part.ts';
import { findingsPart } from './findings/findings-part.ts';
import { codeBlock, codeSpan, folded, paragraphs } from './markdown.ts';
import type { NeutraliseOptions } from './neutralise.ts';
import { neutraliseShort, neutraliseWithin } from './neutralise-short.ts';
import {
  denialsPart,
  factsLine,
  filesPart,
  headline,
  todoPart,
  wouldRunPart,
} from './report-parts.ts';
import type { ReportState } from './run-state.ts';
import { spendingPart } from './spending-part.ts';
import { timelineChart } from './timeline.ts';

export interface SummaryOptions extends NeutraliseOptions {
  /** Markdown of our own to show below the answer. */
  readonly notes?: readonly string[];
  /** Where the transcript lies. */
  readonly transcriptPath?: string;
  /** The last act: what was taken out of a text while it was made safe may have hidden a secret. */
  readonly redact: (text: string) => string;
}

/** GitHub drops a summary above 1 MiB without a word. */
const MAX_SUMMARY_BYTES = 900_000;

const SIZES = [
  { answer: 200_000, items: 300, calls: 300_000, data: 100_000 },
  { answer: 60_000, items: 50, calls: 80_000, data: 20_000 },
  { answer: 10_000, items: 10, calls: 10_000, data: 2_000 },
] as const;

/** The step summary: what the comment shows, and where the time went. Markdown, below 900 KB. */
export function stepSummary(state: ReportState, options: SummaryOptions): string {
  for (const size of SIZES) {
    const text = options.redact(summaryOf(state, options, size));
    if (Buffer.byteLength(text, 'utf8') <= MAX_SUMMARY_BYTES) return text;
  }
  return options.redact(`${paragraphs([headline(state, options), factsLine(state, options)])}\n`);
}

function summaryOf(
  state: ReportState,
  options: SummaryOptions,
  size: (typeof SIZES)[number],
): string {
  const { outcome } = state;
  const chart = timelineChart(state.timeline);
  return `${paragraphs([
    headline(state, options),
    guardPart(state),
    neutraliseWithin(outcome?.result || state.answer, options, size.answer),
    ...(options.notes ?? []),
    errorsPart(state, options),
    findingsPart(state.findings, options, size.items),
    todoPart(state.todos, options, size.items),
    filesPart(outcome?.changedFiles ?? [], options, size.items),
    wouldRunPart(state, options, size.items),
    denialsPart(state, options, size.items),
    noticesPart(state, options, size.items),
    structuredPart(outcome?.structuredOutput, options, size.data),
    chart && `**Timeline** (▒ model, █ calls)\n\n${codeBlock(chart, 'text', options, 20_000)}`,
    callsPart(state, options, { items: size.items, chars: size.calls }),
    spendingPart(state, options),
    options.transcriptPath ? `Transcript: ${codeSpan(options.transcriptPath, options, 500)}` : '',
    factsLine(state, options),
  ])}\n`;
}

function guardPart({ info }: ReportState): string {
  if (!info || info.cleanEnvironment) return '';
  return '> [!WARNING]\n> The guard over the environment is off: programs that the agent starts could read the secrets of this step from `/proc`. Run the action on Node 24, which can replace its own process, and a program of your own without a shell that waits for it.';
}

/** What went wrong, beyond the one line of the verdict. */
function errorsPart({ outcome, verdict }: ReportState, options: NeutraliseOptions): string {
  const errors = outcome?.errors ?? [];
  const headline = verdict?.headline ?? '';
  // What the headline says in full is not said again.
  const isWhole = (error: string) => headline.length <= 300 && headline.includes(error.trim());
  return errors
    .filter((error) => !isWhole(error))
    .map((error) => `- ${neutraliseShort(error, options, 1_000)}`)
    .join('\n');
}

function noticesPart(state: ReportState, options: NeutraliseOptions, max: number): string {
  const retries = state.retries > 0 ? [`- ${countOf(state.retries, 'request')} tried again`] : [];
  const items = state.notices
    .slice(0, max)
    .map(({ level, text }) => `- ${level}: ${neutraliseShort(text, options, 500)}`);
  const left = state.notices.length + state.noticesLeft - items.length;
  const all = [...items, ...(left > 0 ? [`- … and ${left} more`] : []), ...retries];
  return all.length === 0 ? '' : folded('Notices', all.join('\n'));
}

function structuredPart(value: unknown, options: NeutraliseOptions, max: number): string {
  if (value === undefined) return '';
  return folded(
    'Structured answer',
    codeBlock(JSON.stringify(value, null, 2), 'json', options, max),
  );
}
