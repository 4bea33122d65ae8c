import { createRedactor, type Redactor, type Secret } from '../base/redactor.ts';
import type { EmitEvent, RunEvent } from '../events/run-event.ts';
import { createLog } from '../report/log.ts';
import { createRunState, type RunState } from '../report/run-state.ts';
import { runUrlOf } from '../report/run-url.ts';
import { seeThrough } from '../report/see-through.ts';
import { createTranscript, type Transcript } from '../report/transcript.ts';
import type { Door } from './door.ts';

/** The reports that grow with a run. The comment joins when it is known where it belongs. */
export interface Reports {
  /** Sees through characters that nobody sees. */
  readonly redactor: Redactor;
  /** For what is about to be shown: leaves the breaks in it that keep mentions from calling anybody. */
  readonly redactShown: (text: string) => string;
  /** The folder that they are in. */
  readonly runDirectory: string;
  readonly transcript: Transcript;
  readonly state: RunState['state'];
  readonly emit: EmitEvent;
  /** Calls `listener` after every event, for what shows the run while it goes on. */
  onEvent(listener: (event: RunEvent) => void): void;
}

export interface ReportsOptions {
  readonly door: Door;
  readonly secrets: readonly Secret[];
  readonly runDirectory: string;
  readonly sessionId: string;
  readonly showFullOutput: boolean;
}

/** Opens transcript, log and state: every event of the run goes to them, through one redactor. */
export function openReports(options: ReportsOptions): Reports {
  const { door, runDirectory, sessionId } = options;
  const plain = createRedactor(options.secrets);
  const redactor = seeThrough(plain);
  const transcript = createTranscript(runDirectory, redactor, sessionId);
  const log = createLog(door.write, {
    showFullOutput: options.showFullOutput,
    redactor,
    github: door.variables['GITHUB_ACTIONS'] === 'true',
  });
  const runState = createRunState(redactor, runUrlOf(door.variables));
  const listeners: ((event: RunEvent) => void)[] = [];
  return {
    redactor,
    redactShown: plain.redact,
    runDirectory,
    transcript,
    state: runState.state,
    emit: (event) => {
      transcript.emit(event);
      runState.emit(event);
      log.emit(event);
      for (const listener of listeners) listener(event);
    },
    onEvent: (listener) => listeners.push(listener),
  };
}
