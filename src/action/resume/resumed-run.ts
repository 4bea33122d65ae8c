import type { EarlierRun } from '../../events/outcome.ts';
import { findRecord, nothingThere, type RecordPlace } from './find-record.ts';
import { type RecordedRun, readRecord } from './read-record.ts';

/** The input is given, and there is nothing to go on from. */
export interface BeginsAnew {
  /** `input resume: there is no “record” yet`: half a sentence. */
  readonly why: string;
  /** What the recorded run and those before it used: limits count on from there. `undefined`: nothing. */
  readonly earlier: EarlierRun | undefined;
}

/**
 * The run to go on from. The first run of a pull request finds no record, and one that was killed before
 * its first answer, or could not begin, leaves one with nothing in it: then the run begins anew.
 * @throws ConfigError for what is no record, and why.
 */
export async function resumedRun(place: RecordPlace): Promise<RecordedRun | BeginsAnew> {
  const file = await findRecord(place);
  if (file === undefined) return { why: nothingThere(place), earlier: undefined };
  const { shown } = place;
  const record = readRecord(file, shown);
  if ('path' in record) return record;
  return { why: `${shown}: ${file} has no answer of the model to go on from`, ...record };
}
