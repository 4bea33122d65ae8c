import type { Message, MessageParam } from '@anthropic-ai/sdk/resources/messages';
import type { EarlierConversation } from '../../agent/conversation.ts';
import { ConfigError } from '../../base/errors.ts';
import type { EarlierRun } from '../../events/outcome.ts';
import type { Trust } from '../../github/trust.ts';
import { type Fields, fieldsOf, isObject, textOf } from '../../report/html/fields.ts';
import { NoTranscript, readTranscript } from '../../report/html/read-transcript.ts';
import { outputsOf } from '../../report/transcript-events.ts';
import type { Finding, Todo } from '../../tool/tool-use-context.ts';
import { RecordHistory } from './record-history.ts';
import { kindOf, type RecordKind } from './record-message.ts';
import { RecordSpent } from './record-spent.ts';
import { RecordState } from './record-state.ts';
import { SeenFiles } from './seen-files.ts';

/** A recorded run, as another goes on from it. Its policy, tools and prompt are not taken over. */
export interface RecordedRun {
  readonly path: string;
  readonly earlier: EarlierConversation;
  /** What had to be mended in the history; empty: nothing. */
  readonly faults: readonly string[];
  /** The folder it worked in. */
  readonly directory: string;
  readonly model: string;
  /** Not known is not trusted. */
  readonly trust: Trust;
  /** How it ended; `undefined`: it was cut off. */
  readonly stopReason: string | undefined;
  /** ISO time of its last message. */
  readonly endedAt: string;
  readonly todos: readonly Todo[];
  /** `undefined`: nobody looked for any. */
  readonly findings: readonly Finding[] | undefined;
  readonly seen: SeenFiles;
}

/** A record without an answer of the model: there is nothing to go on from, and what it used counts all the same. */
export interface EmptyRecord {
  /** `undefined`: it used nothing. */
  readonly earlier: EarlierRun | undefined;
}

/**
 * Reads a transcript, message by message.
 * @param shown how the input is shown in an error.
 * @throws ConfigError naming input, file and line for what is no transcript of ours.
 */
export function readRecord(path: string, shown: string): RecordedRun | EmptyRecord {
  const reader = new RecordReader();
  try {
    for (const entry of readTranscript(path)) {
      if ('cut' in entry) continue;
      const problem = reader.take(entry.message);
      if (problem !== undefined) throw refused(shown, `${path}:${entry.line}`, problem);
    }
  } catch (error) {
    if (!(error instanceof NoTranscript)) throw error;
    // A run that is killed as it begins leaves a journal with nothing in it.
    if (error.kind === 'empty') return { earlier: undefined };
    throw refused(shown, error.place, error.problem, error.kind === 'cut' ? WHOLE : WANTED);
  }
  return reader.finish(path);
}

const WANTED = 'Give the transcript.json or transcript.jsonl that a run of Unattended left';
const WHOLE = 'Give the transcript.jsonl of that run, which may end anywhere';

function refused(shown: string, place: string, problem: string, wanted = WANTED): ConfigError {
  return new ConfigError(
    `${shown}: ${place}: ${problem}. ${wanted}, or leave the input empty to begin anew.`,
  );
}

class RecordReader {
  readonly #history = new RecordHistory();
  readonly #spent = new RecordSpent();
  readonly #seen = new SeenFiles();
  #init: Fields | undefined;
  #answers = 0;
  readonly #state = new RecordState();
  #result: Fields | undefined;
  #endedAt = '';

  /** Takes the next message; gives what is wrong with it. */
  take(message: Fields): string | undefined {
    const kind = kindOf(message);
    if (typeof kind !== 'string') return kind.problem;
    if (this.#init === undefined && kind !== 'init') return this.#early(kind, message);
    if (message['isReplay'] !== true) this.#endedAt = textOf(message['timestamp']) || this.#endedAt;
    switch (kind) {
      case 'init':
        this.#init ??= message;
        this.#spent.begin(message);
        break;
      case 'compacted':
        this.#history.compacted();
        break;
      case 'result':
        this.#result = message;
        this.#spent.finish(message);
        break;
      case 'other':
        break;
      default:
        this.#conversation(message);
    }
    return undefined;
  }

  finish(path: string): RecordedRun | EmptyRecord {
    const init = this.#init;
    if (init === undefined) return { earlier: undefined };
    if (this.#answers === 0) return { earlier: this.#used(init) };
    const { messages, faults } = this.#history.finish();
    const own = fieldsOf(init['unattended']);
    const stopReason = textOf(this.#result?.['stop_reason']);
    return {
      path,
      earlier: { sessionId: textOf(init['session_id']), messages, spent: this.#spent.total },
      faults,
      directory: textOf(init['cwd']),
      model: textOf(init['model']),
      trust: own['trust'] === 'trusted' ? 'trusted' : 'untrusted',
      stopReason: stopReason === '' ? undefined : stopReason,
      endedAt: this.#endedAt,
      todos: this.#state.todos,
      findings: this.#state.findings,
      seen: this.#seen,
    };
  }

  /** Hooks run and notices are given before a run begins, and one that can't begin says so in its result. */
  #early(kind: RecordKind, message: Fields): string | undefined {
    if (kind === 'other' && message['type'] === 'system') return undefined;
    if (kind === 'result' && isObject(message['unattended'])) return undefined;
    return kind === 'other'
      ? 'this is no message of a run of Unattended'
      : 'it comes before the init of a run';
  }

  #used(init: Fields): EarlierRun | undefined {
    const spent = this.#spent.total;
    if (spent.numTurns === 0 && spent.costUsd === 0) return undefined;
    return { sessionId: textOf(init['session_id']), spent };
  }

  #conversation(message: Fields): void {
    // Their shape was looked at.
    if (message['type'] === 'assistant') this.#answer(message['message'] as Message, message);
    else this.#tell(message['message'] as MessageParam, message);
  }

  #answer(answer: Message, { isReplay }: Fields): void {
    this.#answers++;
    this.#history.answered(answer);
    // What came before this run is in its first message.
    if (isReplay !== true) this.#spent.answered(answer);
  }

  #tell(told: MessageParam, message: Fields): void {
    this.#history.told(told);
    if (typeof told.content === 'string') return;
    for (const output of Object.values(outputsOf(message, told.content))) {
      this.#seen.note(output);
      this.#state.note(output);
    }
  }
}
