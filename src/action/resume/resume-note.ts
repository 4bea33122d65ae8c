import { countOf, oneLine } from '../../base/text.ts';
import { TODO_MARKS } from '../../tool/todo-marks.ts';
import type { Finding, Todo } from '../../tool/tool-use-context.ts';
import type { Difference } from './compare-files.ts';
import type { RecordedRun } from './read-record.ts';

export interface NoteFacts {
  readonly recorded: RecordedRun;
  /** Where the agent works now. */
  readonly directory: string;
  readonly differences: readonly Difference[];
  readonly todos: readonly Todo[];
  readonly kept: readonly Finding[];
  readonly gone: readonly Finding[];
}

const MOST_ITEMS = 50;

/** What the agent has to know before it goes on: what is not as it was when the conversation broke off. */
export function resumeNote(facts: NoteFacts): string {
  return [
    beginning(facts),
    filesPart(facts),
    part(
      'Your to-do list, as it stands:',
      facts.todos.map(({ status, content }) => `${TODO_MARKS[status]} ${oneLine(content)}`),
    ),
    findingsPart(facts),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

function beginning({ recorded, directory }: NoteFacts): string {
  const { earlier, stopReason, endedAt, directory: before } = recorded;
  const how = stopReason === undefined ? 'was cut off' : `ended (${oneLine(stopReason, 40)})`;
  const moved =
    before === directory
      ? ''
      : ` The folder you work in was ${oneLine(before)}, now it is ${directory}.`;
  return `# This goes on from an earlier run
What stands above is the conversation of run ${oneLine(earlier.sessionId, 80)}, which ${how} at ${oneLine(endedAt, 40)}. Policy, tools and limits are this run's: what was allowed or refused there may not be so here. No file counts as read yet: read before you edit.${moved}`;
}

function filesPart({ recorded, differences }: NoteFacts): string {
  const { files, left } = recorded.seen;
  const more = left > 0 ? ` Of ${countOf(left, 'more file')} that is not known.` : '';
  if (files.length === 0) return '';
  if (differences.length === 0) return `The files you saw there are as you last saw them.${more}`;
  const items = differences.map(({ path, line }) => {
    const what = line === undefined ? 'is gone' : `differs from line ${line} on`;
    return `${oneLine(path)} ${what}`;
  });
  return part(
    `Not as you last saw it (your own changes may be missing, or others were made):${more}`,
    items,
  );
}

function findingsPart({ kept, gone }: NoteFacts): string {
  const still =
    kept.length === 0
      ? ''
      : `${countOf(kept.length, 'finding')} of yours ${kept.length === 1 ? 'is' : 'are'} still at unchanged lines and kept: do not report them again.`;
  const lost = part(
    'The lines of these findings were changed; report again what still holds:',
    gone.map(({ path, line, message }) => `${oneLine(path)}:${line}: ${oneLine(message)}`),
  );
  return [still, lost].filter((text) => text !== '').join('\n\n');
}

function part(title: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  const left = items.length - MOST_ITEMS;
  const lines = items.slice(0, MOST_ITEMS).map((item) => `- ${item}`);
  return [title, ...lines, ...(left > 0 ? [`- … and ${left} more`] : [])].join('\n');
}
