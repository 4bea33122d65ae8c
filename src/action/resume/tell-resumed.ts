import { countOf } from '../../base/text.ts';
import { earlierLines } from '../../report/earlier-lines.ts';
import type { AppState } from '../../tool/tool-use-context.ts';
import type { Reports } from '../reports.ts';
import type { RecordedRun } from './read-record.ts';

/** Tells the reports what a run goes on from. Its messages come into the transcript, so that this run can be gone on from as well. */
export function tellResumed(
  recorded: RecordedRun,
  session: { readonly id: string; readonly state: AppState },
  reports: Reports,
): void {
  const at = Date.now();
  reports.transcript.tellAgain(earlierLines(recorded.path, session.id, reports.redactor));
  const { sessionId, spent } = recorded.earlier;
  const cost = `$${spent.costUsd.toFixed(2)}`;
  const mended =
    recorded.faults.length > 0 ? ` Its history was mended: ${recorded.faults.join(', ')}.` : '';
  const text = `This goes on from run ${sessionId}. Its ${countOf(spent.numTurns, 'turn')} and ${cost} count towards the limits.${mended}`;
  reports.emit({ type: 'notice', at, level: 'notice', text });
  const { todos, findings } = session.state;
  if (todos.length > 0) reports.emit({ type: 'todos', at, todos });
  if (findings) reports.emit({ type: 'findings', at, findings });
}
