import { type Fields, fieldsOf, itemsOf, numberOf } from '../../report/html/fields.ts';
import type { Finding, Todo } from '../../tool/tool-use-context.ts';

const STATUSES: readonly Todo['status'][] = ['pending', 'in_progress', 'completed'];
const SEVERITIES: readonly Finding['severity'][] = ['error', 'warning', 'notice'];

/** More of them no run has, and each is looked for in its file. */
const MOST_TODOS = 1_000;
const MOST_FINDINGS = 1_000;

/** The to-do list and the findings of a recorded run, by the outputs of its calls. */
export class RecordState {
  todos: readonly Todo[] = [];
  findings: readonly Finding[] | undefined;

  note(output: unknown): void {
    const { newTodos, reportedFindings } = fieldsOf(output);
    if (Array.isArray(newTodos)) {
      this.todos = newTodos.slice(0, MOST_TODOS).map(fieldsOf).flatMap(todoOf);
    }
    if (!Array.isArray(reportedFindings)) return;
    const found = itemsOf(reportedFindings).map(fieldsOf).flatMap(findingOf);
    this.findings = [...(this.findings ?? []), ...found].slice(0, MOST_FINDINGS);
  }
}

function todoOf({ content, status, activeForm }: Fields): Todo[] {
  const known = STATUSES.find((candidate) => candidate === status);
  if (typeof content !== 'string' || typeof activeForm !== 'string' || !known) return [];
  return [{ content, status: known, activeForm }];
}

function isLine(value: number | undefined): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1;
}

function findingOf(fields: Fields): Finding[] {
  const { path, message, text, rule, suggestion } = fields;
  const line = numberOf(fields['line']);
  const endLine = numberOf(fields['endLine']);
  const severity = SEVERITIES.find((candidate) => candidate === fields['severity']);
  if (typeof path !== 'string' || typeof message !== 'string' || typeof text !== 'string')
    return [];
  if (severity === undefined || !isLine(line) || !isLine(endLine) || endLine < line) return [];
  const more = {
    ...(typeof rule === 'string' ? { rule } : {}),
    ...(typeof suggestion === 'string' ? { suggestion } : {}),
  };
  return [{ path, line, endLine, severity, message, text, ...more }];
}
