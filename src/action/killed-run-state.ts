import { conclude } from '../agent/verdict.ts';
import type { ChangedFile } from '../events/outcome.ts';
import type { JournalOptions } from '../report/finalise-from-journal.ts';
import type { ReportState } from '../report/run-state.ts';
import type { EndedBy } from './last-words.ts';

/** Why it was ended by force, where that is on record: then it was not cancelled from outside. */
export function endedBy(words: EndedBy | undefined): Pick<JournalOptions, 'ending' | 'verdictOf'> {
  if (words === undefined) return {};
  const { stopReason, reason, conclusion } = words;
  return {
    ending: { stopReason, why: reason },
    verdictOf: (outcome) => {
      const failOn = conclusion === 'failure' ? undefined : [];
      return conclude(outcome, { failOn, shouldDeliver: false, delivered: false });
    },
  };
}

/** A run whose git hung could not say itself what it had changed. */
export function withChanges(state: ReportState, changedFiles: readonly ChangedFile[]): ReportState {
  const { outcome } = state;
  if (outcome === undefined || changedFiles.length === 0) return state;
  return { ...state, outcome: { ...outcome, changedFiles } };
}
