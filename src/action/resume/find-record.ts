import { readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, messageOf } from '../../base/errors.ts';
import { isInside, type ResolvedPath, resolvePath } from '../../base/paths.ts';
import { listOf, oneLine } from '../../base/text.ts';
import type { ConfigurationSource } from '../../github/configuration-files.ts';
import { JOURNAL_NAME, TRANSCRIPT_NAME } from '../../report/transcript.ts';

export interface RecordPlace {
  /** What the input says: a transcript, or a folder with one. */
  readonly given: string;
  /** How the input is shown in an error. */
  readonly shown: string;
  /** Paths are relative to it. */
  readonly start: string;
  /** The top of the checkout. */
  readonly root: string;
  readonly home: string;
  /** `RUNNER_TEMP`. */
  readonly temporary: string | undefined;
  readonly configuration: ConfigurationSource;
  readonly runDirectory: string;
  /** A workflow names the place before there is a record in it; a person at the keyboard has mistyped. */
  readonly mayBeMissing: boolean;
}

/** An artifact is laid out in a folder of its own, a run in one with its id. */
const MOST_LEVELS = 3;
const MOST_BYTES = 512 * 1024 * 1024;

/**
 * The file with the record to go on from. Where the run is about a pull request, a history from the
 * checkout could make the agent believe that it had seen and done whatever its author likes: only the
 * runner's temporary folder, which is made anew for each job, and the base commit can bring one.
 * @returns `undefined` where there is none yet, and there need not be.
 * @throws ConfigError when there has to be one, or it is not taken from there.
 */
export async function findRecord(place: RecordPlace): Promise<string | undefined> {
  const path = resolved(place);
  const isOpen = place.configuration.from === 'the working tree';
  const inCheckout = isInside(path.path, place.root) || isInside(path.real, realOf(place.root));
  if (!isOpen && inCheckout) return fromBase(place);
  if (!isOpen && !isTemporary(path.real, place)) throw refused(place);
  const file = readable(place, () => fileAt(path.real, place));
  // A link in a folder that was unpacked may lead anywhere.
  if (file !== undefined && !isOpen && !isTemporary(file, place)) throw refused(place);
  return file;
}

/** Where `findRecord` found none: half a sentence that says so. */
export function nothingThere(place: RecordPlace): string {
  const { given, shown } = place;
  if (statsOf(resolved(place).real)?.isDirectory() !== true) {
    return `${shown}: there is no “${given}” yet`;
  }
  return `${shown}: the folder “${given}” holds no ${TRANSCRIPT_NAME} or ${JOURNAL_NAME} yet`;
}

function resolved({ given, start, home, shown }: RecordPlace): ResolvedPath {
  try {
    return resolvePath(given, start, home);
  } catch (error) {
    throw new ConfigError(`${shown} can't be “${given}”: ${messageOf(error)}`, { cause: error });
  }
}

/** What the system refuses (no right to look into a folder, say) is told as what it is: no fault of ours. */
function readable<T>({ given, shown }: RecordPlace, look: () => T): T {
  try {
    return look();
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    throw new ConfigError(
      `${shown}: “${given}” can't be read (${oneLine(error.message)}). Give the step the right to, or leave the input empty to begin anew.`,
      { cause: error },
    );
  }
}

function isTemporary(real: string, { temporary }: RecordPlace): boolean {
  return temporary !== undefined && isInside(real, realOf(temporary));
}

function refused({ given, shown, temporary }: RecordPlace): ConfigError {
  return new ConfigError(
    `${shown} can't be “${given}”: on a pull request a transcript is taken only from the runner's temporary folder (${temporary ?? 'RUNNER_TEMP, which is not set'}), made anew for each job, or from the base commit. Restore the cache or the artifact there.`,
  );
}

async function fromBase(place: RecordPlace): Promise<string> {
  const { given, shown, configuration, runDirectory } = place;
  const text = await configuration.readOwn(given);
  if (text === undefined) {
    throw new ConfigError(
      `${shown} can't be “${given}”: it lies in the checkout, where the pull request could write a history that never was, and ${configuration.from} has no such file. Restore the cache or the artifact into the runner's temporary folder (RUNNER_TEMP).`,
    );
  }
  const file = join(runDirectory, 'resumed-from');
  await writeFile(file, text, { mode: 0o600 });
  return file;
}

function fileAt(path: string, place: RecordPlace): string | undefined {
  const stats = statsOf(path);
  if (stats === undefined) {
    if (place.mayBeMissing) return undefined;
    throw new ConfigError(
      `${place.shown}: there is no “${place.given}”. Give the transcript of a run (the output execution_file), or leave the input empty to begin anew.`,
    );
  }
  const file = stats.isDirectory() ? inFolder(path, place) : path;
  if (file === undefined) return undefined;
  const { size, isFile } = known(file);
  if (!isFile)
    throw new ConfigError(
      `${place.shown}: ${file} is no regular file. Give the transcript.json or transcript.jsonl of a run, or leave the input empty to begin anew.`,
    );
  if (size > MOST_BYTES) {
    throw new ConfigError(
      `${place.shown}: ${file} has ${Math.round(size / 1024 / 1024)} MB; a transcript may have ${MOST_BYTES / 1024 / 1024} MB. Begin anew without it.`,
    );
  }
  return file;
}

function inFolder(folder: string, place: RecordPlace): string | undefined {
  const { given, shown } = place;
  const found = transcriptsBelow(folder, MOST_LEVELS);
  const [only, ...more] = found;
  if (only === undefined) {
    if (place.mayBeMissing) return undefined;
    throw new ConfigError(
      `${shown}: there is neither a ${TRANSCRIPT_NAME} nor a ${JOURNAL_NAME} in the folder “${given}”. Give the transcript of a run, or leave the input empty to begin anew.`,
    );
  }
  if (more.length > 0) {
    throw new ConfigError(
      `${shown}: there are several transcripts in the folder “${given}”: name one of ${listOf(found, 5)}.`,
    );
  }
  return realpathSync(only);
}

/** One for each folder: the finished one, else the journal. */
function transcriptsBelow(folder: string, levels: number): string[] {
  for (const name of [TRANSCRIPT_NAME, JOURNAL_NAME]) {
    if (statsOf(join(folder, name))?.isFile()) return [join(folder, name)];
  }
  if (levels === 0) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => transcriptsBelow(join(folder, name), levels - 1))
    .sort();
}

function known(path: string): { readonly size: number; readonly isFile: boolean } {
  const stats = statsOf(path);
  return { size: stats?.size ?? 0, isFile: stats?.isFile() === true };
}

function statsOf(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

function realOf(path: string): string {
  return statsOf(path) ? realpathSync(path) : path;
}
