import { join } from 'node:path';
import type { Redactor } from '../base/redactor.ts';
import type { RunEvent } from '../events/run-event.ts';
import { cutMessage } from './cut-message.ts';
import { JournalFile } from './journal-file.ts';
import { writeLinesAsArray } from './json-array-file.ts';
import { redactEvent } from './redact-event.ts';
import { messageOf, type TranscriptMessage } from './transcript-message.ts';

export const JOURNAL_NAME = 'transcript.jsonl';
export const TRANSCRIPT_NAME = 'transcript.json';
/** Room on the disk for how a run ended; gone when it has. */
export const RESERVE_NAME = 'transcript.reserve';

/** The transcript of a run while it is written. */
export interface Transcript {
  /** The journal: a line per message, in the file before `emit` returns. Hooks get this path. */
  readonly journalPath: string;
  /** Where the finished transcript will be (the output `execution_file`). */
  readonly path: string;
  /** The first failure to write; what came after it may be cut or missing, but for how the run ended. */
  readonly problem: Error | undefined;
  /** Never throws. */
  emit(event: RunEvent): void;
  /**
   * Takes over lines of an earlier transcript, redacted and each with its line break, one in memory at a
   * time. Never throws: what reading them throws is a failure to write.
   */
  tellAgain(lines: Iterable<string>): void;
  /**
   * Writes the same messages as one JSON array, and gives its path. Nothing is added after it.
   * @throws the system's error when it can't be written.
   */
  finalise(): string;
}

/**
 * Starts the transcript of a run. Each message goes to the file by itself and at once: whatever kills
 * the run, what was written stays.
 * @param runDirectory exists.
 * @throws the system's error when the journal can't be made.
 */
export function createTranscript(
  runDirectory: string,
  redactor: Redactor,
  sessionId: string,
): Transcript {
  const journalPath = join(runDirectory, JOURNAL_NAME);
  const path = join(runDirectory, TRANSCRIPT_NAME);
  const journal = new JournalFile(journalPath, join(runDirectory, RESERVE_NAME));
  let apiStopReason: string | null = null;

  const append = (event: RunEvent): void => {
    const message = messageOf(redactEvent(redactor, event), { sessionId, apiStopReason });
    if (!message) return;
    const isLast = event.type === 'run_finished';
    const write = (line: string) => (isLast ? journal.appendLast(line) : journal.append(line));
    if (!write(lineOf(message))) write(lineOf(cutMessage(message)));
  };
  const attempt = (write: () => void): void => {
    try {
      write();
    } catch (thrown) {
      journal.fail(thrown);
    }
  };
  return {
    journalPath,
    path,
    get problem() {
      return journal.problem;
    },
    emit(event) {
      if (UNTOLD.has(event.type)) return;
      if (event.type === 'assistant') {
        apiStopReason = redactEvent(redactor, event).message.stop_reason;
      }
      attempt(() => append(event));
    },
    tellAgain(lines) {
      attempt(() => {
        for (const line of lines) if (journal.problem === undefined) journal.append(line);
      });
    },
    finalise() {
      journal.close();
      writeLinesAsArray(journalPath, path);
      return path;
    },
  };
}

/** Events without a message: they are many, and not worth a look for secrets here. */
const UNTOLD: ReadonlySet<RunEvent['type']> = new Set([
  'request_started',
  'words',
  'tool_started',
  'tool_progress',
  'tool_finished',
  'todos',
  'findings',
]);

function lineOf(message: TranscriptMessage): string {
  return `${JSON.stringify(message)}\n`;
}
