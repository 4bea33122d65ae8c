import { findingsPart } from './findings/findings-part.ts';
import { paragraphs } from './markdown.ts';
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

export interface CommentOptions extends NeutraliseOptions {
  /** The hidden line by which the comment is found again. */
  readonly marker: string;
  /** Markdown of our own to show below the answer: where the pull request is, where the patch lies. */
  readonly notes?: readonly string[];
  /** The last act: what was taken out of a text while it was made safe may have hidden a secret. */
  readonly redact: (text: string) => string;
}

/** GitHub takes 65,536; what it counts as one character is not always what we do. */
const MAX_COMMENT = 65_000;

/** How much of each list is shown, tried one after another until all of it fits. */
const SIZES = [
  { answer: 40_000, items: 50 },
  { answer: 20_000, items: 15 },
  { answer: 8_000, items: 5 },
  { answer: 4_000, items: 1 },
] as const;

/**
 * The body of the sticky comment: started, at work, or final, as the state is. Below 65,536
 * characters whatever the state holds; nothing of model or tools is live in it.
 */
export function commentBody(state: ReportState, options: CommentOptions): string {
  for (const size of SIZES) {
    const body = options.redact(bodyOf(state, options, size));
    if (body.length <= MAX_COMMENT) return body;
  }
  const least = [options.marker, headline(state, options), factsLine(state, options)];
  return options.redact(`${paragraphs(least)}\n`);
}

function bodyOf(state: ReportState, options: CommentOptions, size: (typeof SIZES)[number]): string {
  const { outcome, verdict } = state;
  const parts = verdict
    ? [
        neutraliseWithin(outcome?.result || state.answer, options, size.answer),
        ...(options.notes ?? []),
        findingsPart(state.findings, options, size.items),
        todoPart(state.todos, options, size.items),
        filesPart(outcome?.changedFiles ?? [], options, size.items),
        wouldRunPart(state, options, size.items),
        denialsPart(state, options, size.items),
        notesPart(state, options),
      ]
    : [
        todoPart(state.todos, options, size.items),
        state.lastStep ? `_${neutraliseShort(state.lastStep, options, 200)}_` : '',
        denialsPart(state, options, size.items),
      ];
  return `${paragraphs([
    options.marker,
    headline(state, options),
    ...parts,
    factsLine(state, options),
  ])}\n`;
}

/** What there is to know beside the answer: why the run was not trusted, what did not count. */
function notesPart({ notices }: ReportState, options: CommentOptions): string {
  return notices
    .filter(({ inComment }) => inComment)
    .slice(0, 10)
    .map(({ text }) => `> ${neutraliseShort(text, options, 800)}`)
    .join('\n>\n');
}
