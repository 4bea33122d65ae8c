import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Redactor } from '../base/redactor.ts';
import type { RunEvent } from '../events/run-event.ts';
import { writeLinesAsArray } from './json-array-file.ts';
import { redactEvent } from './redact-event.ts';
import { messageOf } from './transcript-message.ts';

export const JOURNAL_NAME = 'transcript.jsonl';
export const TRANSCRIPT_NAME = 'transcript.json';

/** The transcript of a run while it is written. */
export interface Transcript {
  /** The journal: a line per message, in the file before `emit` returns. Hooks get this path. */
  readonly journalPath: string;
  /** Where the finished transcript will be (the output `execution_file`). */
  readonly path: string;
  /** The first failure to write; what came after it may be missing. */
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
  const descriptor = openSync(journalPath, 'ax', 0o600);
  let open = true;
  let apiStopReason: string | null = null;
  let problem: Error | undefined;

  const append = (event: RunEvent): void => {
    const message = messageOf(redactEvent(redactor, event), { sessionId, apiStopReason });
    if (message) writeWhole(descriptor, `${JSON.stringify(message)}\n`);
  };
  const attempt = (write: () => void): void => {
    if (!open || problem) return;
    try {
      write();
    } catch (thrown) {
      // A full disk must not end the run. Half a line is no message: readers pass it over.
      problem = thrown instanceof Error ? thrown : new Error(String(thrown));
    }
  };
  return {
    journalPath,
    path,
    get problem() {
      return problem;
    },
    emit(event) {
      if (UNTOLD.has(event.type)) return;
      if (event.type === 'assistant') apiStopReason = event.message.stop_reason;
      attempt(() => append(event));
    },
    tellAgain(lines) {
      attempt(() => {
        for (const line of lines) writeWhole(descriptor, line);
      });
    },
    finalise() {
      if (open) closeSync(descriptor);
      open = false;
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

function writeWhole(descriptor: number, text: string): void {
  const bytes = Buffer.from(text, 'utf8');
  let at = 0;
  while (at < bytes.length) at += writeSync(descriptor, bytes, at);
}
