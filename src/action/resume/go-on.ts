import type { MessageParam } from '@anthropic-ai/sdk/resources/messages';
import type { EarlierConversation } from '../../agent/conversation.ts';
import { redactJson } from '../../base/redact/redact-json.ts';
import type { Workspace } from '../../base/workspace.ts';
import type { AppState } from '../../tool/tool-use-context.ts';
import { compareFiles } from './compare-files.ts';
import { keptFindings } from './kept-findings.ts';
import type { RecordedRun } from './read-record.ts';
import { resumeNote } from './resume-note.ts';

/** What a session that goes on from a recorded run begins with. */
export interface GoingOn {
  readonly earlier: EarlierConversation;
  /** The to-do list and the findings. The structured answer is not taken over: this run has to give its own. */
  readonly state: AppState;
  /** The first message of this run: what is not as it was, then what it is asked. */
  withNote(prompt: MessageParam): MessageParam;
}

/**
 * @param options.redact secrets that the recorded run did not know of go out of its history here.
 */
export function goOnFrom(
  recorded: RecordedRun,
  options: {
    readonly workspace: Workspace;
    readonly redact: (text: string) => string;
    readonly hides: (path: string) => boolean;
  },
): GoingOn {
  const { redact, workspace } = options;
  const compared = { ...options, before: recorded.directory };
  const { kept, gone } = keptFindings(recorded.findings ?? [], compared);
  const { todos } = recorded;
  const note = resumeNote({
    recorded,
    directory: workspace.directory,
    differences: compareFiles(recorded.seen.files, compared),
    todos,
    kept,
    gone,
  });
  return {
    earlier: { ...recorded.earlier, messages: redactJson(recorded.earlier.messages, redact) },
    state: {
      todos,
      structuredOutput: undefined,
      ...(recorded.findings === undefined ? {} : { findings: kept }),
    },
    withNote: (prompt) => {
      const own = prompt.content;
      const blocks = typeof own === 'string' ? [{ type: 'text' as const, text: own }] : own;
      const text = redact(note);
      return { role: 'user', content: [{ type: 'text', text }, ...blocks] } as MessageParam;
    },
  };
}
