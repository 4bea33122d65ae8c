import type { Redactor } from '../base/redactor.ts';
import { readTranscript } from './html/read-transcript.ts';

const TYPES: readonly unknown[] = ['user', 'assistant'];
const SUBTYPES: readonly unknown[] = ['permission_decision', 'compact_boundary'];

/**
 * The conversation of an earlier transcript as lines of the one that goes on from it, one in memory at
 * a time. They keep their id and time and are marked `isReplay`, as stream-json has it.
 * @throws ConfigError for what is no transcript; the system's error.
 */
export function* earlierLines(
  path: string,
  sessionId: string,
  redactor: Redactor,
): Generator<string> {
  for (const entry of readTranscript(path)) {
    if ('cut' in entry) continue;
    const { message } = entry;
    if (!TYPES.includes(message['type']) && !SUBTYPES.includes(message['subtype'])) continue;
    // It was redacted when it was written; this run may know of more secrets.
    const clean = redactor.redactValue({ ...message, session_id: sessionId, isReplay: true });
    yield `${JSON.stringify(clean)}\n`;
  }
}
