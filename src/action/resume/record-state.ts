import { type Fields, fieldsOf, itemsOf, numberOf } from '../../report/html/fields.ts';
import type { Finding, Todo } from '../../tool/tool-use-context.ts';

const STATUSES: readonly Todo['status'][] = ['pending', 'in_progress', 'completed'];
const SEVERITIES: readonly Finding['severity'][] = ['error', 'warning', 'notice'];

/** The to-do list and the findings of a recorded run, by the outputs of its calls. */
export class RecordState {
  todos: readonly Todo[] = [];
  findings: readonly Finding[] | undefined;

  note(output: unknown): void {
    const { newTodos, reportedFindings } = fieldsOf(output);
    if (Array.isArray(newTodos)) this.todos = newTodos.map(fieldsOf).flatMap(todoOf);
    if (!Array.isArray(reportedFindings)) return;
    this.findings = [
      ...(this.findings ?? []),
      ...itemsOf(reportedFindings).map(fieldsOf).flatMap(findingOf),
    ];
  }
}

function todoOf({ content, status, activeForm }: Fields): Todo[] {
  const known = STATUSES.find((candidate) => candidate === status);
  if (typeof content !== 'string' || typeof activeForm !== 'string' || !known) return [];
  return [{ content, status: known, activeForm }];
}

function findingOf(fields: Fields): Finding[] {
  const { path, message, text, rule, suggestion } = fields;
  const line = numberOf(fields['line']);
  const endLine = numberOf(fields['endLine']);
  const severity = SEVERITIES.find((candidate) => candidate === fields['severity']);
  if (typeof path !== 'string' || typeof message !== 'string' || typeof text !== 'string')
    return [];
  if (line === undefined || endLine === undefined || severity === undefined) return [];
  const more = {
    ...(typeof rule === 'string' ? { rule } : {}),
    ...(typeof suggestion === 'string' ? { suggestion } : {}),
  };
  return [{ path, line, endLine, severity, message, text, ...more }];
}
