import type { ChangedFile } from '../events/outcome.ts';
import { paragraphs } from './markdown.ts';
import type { NeutraliseOptions } from './neutralise.ts';
import { neutraliseWithin } from './neutralise-short.ts';
import { factsLine, filesPart } from './report-parts.ts';
import type { ReportState } from './run-state.ts';

export interface PullRequestBodyOptions extends NeutraliseOptions {
  /** The hidden line by which a later run finds the pull request. */
  readonly marker: string;
  readonly changedFiles: readonly ChangedFile[];
  /** The last act, as for a comment. */
  readonly redact: (text: string) => string;
}

/** What the pull request of a run says: the agent's words, made harmless, and what changed. */
export function pullRequestBody(state: ReportState, options: PullRequestBodyOptions): string {
  const parts = [
    options.marker,
    neutraliseWithin(state.answer, options, 30_000),
    filesPart(options.changedFiles, options, 50),
    'Made by [Unattended](https://github.com/unattended/unattended), with nobody at the keyboard: review it as you would a stranger’s.',
    factsLine(state, options),
  ];
  return options.redact(`${paragraphs(parts)}\n`);
}
