import { findRecord, type RecordPlace } from './find-record.ts';
import { type RecordedRun, readRecord } from './read-record.ts';

/**
 * The run to go on from.
 * @throws ConfigError for what can't be gone on from, and why.
 */
export async function resumedRun(place: RecordPlace): Promise<RecordedRun> {
  return readRecord(await findRecord(place), place.shown);
}
