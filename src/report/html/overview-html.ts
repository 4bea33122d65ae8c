import { countOf } from '../../base/text.ts';
import { formatCount, formatDuration, formatLines, formatUsd } from '../format.ts';
import { escapeHtml } from '../render/escape-html.ts';
import { decidedHtml, remedyHtml } from './decision-html.ts';
import { code, folded, json, link, list, section, words } from './element.ts';
import { type Fields, fieldsOf, itemsOf, numberOf, textOf } from './fields.ts';
import type { RunFacts, Span } from './run-facts.ts';

const MAX_ITEMS = 300;

/** What one wants to know before reading the run: refusals first. */
export function overviewHtml(facts: RunFacts): string {
  const result = facts.result ?? {};
  const own = fieldsOf(result['unattended']);
  const errors = itemsOf(own['errors'] ?? result['errors']).map((error) => words(textOf(error)));
  const structured = result['structured_output'];
  const said = textOf(result['result']);
  return [
    section('What went wrong', errors.join('\n'), 'errors'),
    section(
      `Refused calls (${facts.refusals.length})`,
      list(facts.refusals.map(refusalHtml), MAX_ITEMS, 'refused'),
      'refused',
    ),
    section('Answer', said === '' ? '' : words(said), 'answer'),
    section('Structured answer', structured === undefined ? '' : json(structured), 'structured'),
    section('To-do', list(facts.todos.map(todoHtml), MAX_ITEMS, 'todo'), 'todo'),
    section(
      'Changed files',
      list(itemsOf(own['changed_files']).map(fileHtml), MAX_ITEMS, 'files'),
      'files',
    ),
    section('Time line', timelineHtml(facts.spans), 'time'),
    section('Tokens and cost', usageHtml(fieldsOf(result['modelUsage'])), 'usage'),
  ].join('');
}

function refusalHtml({ anchor, decision }: RunFacts['refusals'][number]): string {
  const name = textOf(decision['summary']) || textOf(decision['tool_name']);
  return `<p>${link(anchor, code(name))} ${decidedHtml(decision)}</p>
${words(textOf(decision['reason']))}
${remedyHtml(decision)}`;
}

function todoHtml(todo: Fields): string {
  const status = textOf(todo['status']);
  const mark = TODO_MARKS.get(status) ?? status;
  return `${escapeHtml(mark)} ${escapeHtml(textOf(todo['content']))}`;
}

const TODO_MARKS: ReadonlyMap<string, string> = new Map([
  ['completed', '☑'],
  ['in_progress', '▸'],
  ['pending', '☐'],
]);

function fileHtml(value: unknown): string {
  const file = fieldsOf(value);
  const lines = formatLines(numberOf(file['added']), numberOf(file['removed']));
  return `${code(textOf(file['path']))} ${escapeHtml(textOf(file['status']))} ${lines}`.trim();
}

function usageHtml(models: Fields): string {
  const rows = Object.entries(models).map(([model, value]) => {
    const use = fieldsOf(value);
    const counts = [
      'inputTokens',
      'cacheReadInputTokens',
      'cacheCreationInputTokens',
      'outputTokens',
    ];
    const cells = counts.map((key) => `<td>${formatCount(numberOf(use[key]) ?? 0)}</td>`).join('');
    const cost = escapeHtml(formatUsd(numberOf(use['costUSD']) ?? 0));
    return `<tr><th>${code(model)}</th>${cells}<td>${cost}${use['costIsEstimate'] === true ? ' (estimate)' : ''}</td></tr>`;
  });
  if (rows.length === 0) return '';
  const head = ['model', 'input', 'cache read', 'cache written', 'output', 'cost'];
  return `<div class="wide"><table><tr>${head.map((name) => `<th>${name}</th>`).join('')}</tr>\n${rows.join('\n')}</table></div>`;
}

/** A bar each, on one scale, in the order in which they began; of very many the longest. */
function timelineHtml(spans: readonly Span[]): string {
  if (spans.length === 0) return '';
  const start = spans.reduce(
    (first, span) => Math.min(first, span.start),
    Number.POSITIVE_INFINITY,
  );
  const end = spans.reduce((last, span) => Math.max(last, span.end), start + 1);
  const scale = (at: number) => Math.round(((at - start) / (end - start)) * 1_000);
  const rows = spans
    .toSorted((a, b) => b.end - b.start - (a.end - a.start))
    .slice(0, MAX_ITEMS)
    .sort((a, b) => a.start - b.start)
    .map((span) => {
      const from = Math.min(996, scale(span.start));
      const width = Math.max(4, scale(span.end) - from);
      const kind = span.isError ? 'failed' : span.kind;
      return `<li>${link(span.anchor, escapeHtml(span.label))}<svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true"><rect class="${kind}" x="${from}" width="${width}" height="10"/></svg><span>${span.atMost ? '≤ ' : ''}${formatDuration(span.end - span.start)}</span></li>`;
    });
  const left = spans.length - rows.length;
  const more = left > 0 ? `\n<p class="note">… and ${formatCount(left)} shorter ones</p>` : '';
  return folded(
    `${countOf(spans.length, 'step')} in ${formatDuration(end - start)}`,
    `<ol class="time">\n${rows.join('\n')}\n</ol>${more}`,
    { open: spans.length <= 40 },
  );
}
