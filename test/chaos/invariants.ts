import { apiWasKeptTo, noSecretGotOut, nothingIsLeft, ranInTime, workIsKept } from './after-run.ts';
import type { Played } from './play.ts';
import { callsHaveOneResult, ranOnce, recordsAreWhole } from './records.ts';
import { commentIsTrue, reportsAgree, verdictIsTrue } from './truth.ts';

/** Says what is wrong, a sentence each; nothing: it holds. */
export type Invariant = (played: Played) => readonly string[];

/** What holds whatever happens. */
const INVARIANTS: Readonly<Record<string, Invariant>> = {
  'it ends in time': ranInTime,
  'nothing runs on': nothingIsLeft,
  'the API had to refuse nothing as malformed': apiWasKeptTo,
  'no call ran twice': ranOnce,
  'a call has one result': callsHaveOneResult,
  'its records are whole': recordsAreWhole,
  'the verdict is true': verdictIsTrue,
  'all reports say the same': reportsAgree,
  'its comment is true': commentIsTrue,
  'its work is kept': workIsKept,
  'no secret got out': noSecretGotOut,
};

/** Everything that does not hold, after the name of what should. */
export function brokenOf(played: Played): string[] {
  return Object.entries(INVARIANTS).flatMap(([name, check]) =>
    check(played).map((problem) => `${name}: ${problem}`),
  );
}
