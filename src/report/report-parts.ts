import { countOf } from '../base/text.ts';
import type { ChangedFile, Denial } from '../events/outcome.ts';
import type { DecidedBy } from '../permission/decision.ts';
import type { Todo } from '../tool/tool-use-context.ts';
import { decisionText } from './decision-text.ts';
import { formatDuration, formatLines } from './format.ts';
import { codeBlock, codeSpan, folded, paragraphs } from './markdown.ts';
import type { NeutraliseOptions } from './neutralise.ts';
import { neutraliseShort } from './neutralise-short.ts';
import type { ReportState } from './run-state.ts';
import { costText, togetherText } from './spending-part.ts';

const ICONS = { success: '✅', failure: '❌', neutral: '⚠️' } as const;

/** The verdict in one line; while the run goes on, what it is doing. */
export function headline(state: ReportState, options: NeutraliseOptions): string {
  const { verdict } = state;
  if (verdict) {
    const icon = verdict.stopReason === 'skipped' ? '⏭️' : ICONS[verdict.conclusion];
    return `### ${icon} ${neutraliseShort(verdict.headline, options, 300)}`;
  }
  const turns = ownTurns(state);
  return turns === 0 ? '### ⏳ Starting …' : `### ⏳ Working … (turn ${turns})`;
}

/** The to-do list as check boxes, open while it has something to do. */
export function todoPart(todos: readonly Todo[], options: NeutraliseOptions, max: number): string {
  if (todos.length === 0) return '';
  const done = todos.filter(({ status }) => status === 'completed').length;
  const items = todos.slice(0, max).map(({ content, status, activeForm }) => {
    const doing = status === 'in_progress';
    const text = neutraliseShort(doing ? activeForm || content : content, options, 200);
    return `- [${status === 'completed' ? 'x' : ' '}] ${doing ? `**${text}** …` : text}`;
  });
  const list = [...items, ...moreOf(todos.length, max)].join('\n');
  return done === todos.length
    ? folded(`To-do: all ${done} done`, list)
    : `**To-do** (${done} of ${todos.length} done)\n\n${list}`;
}

export function filesPart(
  files: readonly ChangedFile[],
  options: NeutraliseOptions,
  max: number,
): string {
  if (files.length === 0) return '';
  const items = files.slice(0, max).map(({ path, status, added, removed }) => {
    const lines = formatLines(added, removed);
    const what = status === 'modified' ? '' : ` ${status}`;
    return `- ${codeSpan(path, options, 300)}${what}${lines ? ` (${lines})` : ''}`;
  });
  const sum = (key: 'added' | 'removed') => files.reduce((all, file) => all + (file[key] ?? 0), 0);
  const title = `${countOf(files.length, 'file')} changed (${formatLines(sum('added'), sum('removed'))})`;
  return folded(title, [...items, ...moreOf(files.length, max)].join('\n'));
}

/** What a dry run was for: the calls that would be run, and by what they are allowed. */
export function wouldRunPart(
  { wouldRun }: ReportState,
  options: NeutraliseOptions,
  max: number,
): string {
  if (wouldRun.length === 0) return '';
  const items = wouldRun
    .slice(0, max)
    .map(
      ({ summary, by }) =>
        `- ${codeSpan(summary, options, 300)}, allowed by ${byWhat(by, options)}`,
    );
  const list = [...items, ...moreOf(wouldRun.length, max)].join('\n');
  return `**Dry run: ${countOf(wouldRun.length, 'call')} would be run**\n\n${list}`;
}

/** Each refused call with who refused it, and what would allow it. The same refusal stands there once. */
export function denialsPart(state: ReportState, options: NeutraliseOptions, max: number): string {
  const denials = state.outcome?.denials ?? state.denials;
  if (denials.length === 0) return '';
  const groups = new Map<string, { denial: Denial; count: number }>();
  for (const denial of denials) {
    const key = JSON.stringify([denial.summary, denial.rule, denial.file, denial.line]);
    const group = groups.get(key) ?? { denial, count: 0 };
    groups.set(key, { denial: group.denial, count: group.count + 1 });
  }
  const items = [...groups.values()]
    .slice(0, max)
    .map(({ denial, count }) => denialItem(denial, count, options));
  return folded(
    `${countOf(denials.length, 'call')} denied`,
    paragraphs([...items, ...moreOf(groups.size, max)]),
    // Where they may be why the run failed, they are what one came to read.
    state.verdict !== undefined && state.verdict.conclusion !== 'success',
  );
}

function denialItem(denial: Denial, count: number, options: NeutraliseOptions): string {
  const by = byWhat(
    {
      step: denial.step,
      ...(denial.rule === undefined ? {} : { rule: denial.rule }),
      ...(denial.file === undefined ? {} : { file: denial.file }),
      ...(denial.line === undefined ? {} : { line: denial.line }),
    },
    options,
  );
  const times = count > 1 ? ` (${count} times)` : '';
  const head = `**${codeSpan(denial.summary || denial.toolName, options, 300)}**${times}, by ${by}`;
  return paragraphs([
    `${head}\n${neutraliseShort(denial.reason, options, 500)}`,
    denial.suggestion === undefined
      ? ''
      : `To allow it, put this into the policy:\n\n${codeBlock(denial.suggestion, 'yaml', options, 1_500)}`,
  ]);
}

function byWhat(by: DecidedBy, options: NeutraliseOptions): string {
  const { words, subject, place } = decisionText(by);
  const rule = subject ? ` ${codeSpan(subject, options)}` : '';
  return `${words}${rule}${place ? ` in ${codeSpan(place, options)}` : ''}`;
}

/** `4 turns · 38 s · $0.03 · claude-sonnet-5-5 · policy pr-fix · run`: the small print. */
export function factsLine(state: ReportState, options: NeutraliseOptions): string {
  const { info } = state;
  const link = /^https?:\/\/[\w./:-]+$/.exec(state.runUrl ?? '')?.[0];
  const facts = [
    ...usedFacts(state),
    ...(info
      ? [modelsOf(state, info.model, options), `policy ${codeSpan(info.policy.name, options, 80)}`]
      : []),
    ...(info?.trust === 'untrusted' ? ['untrusted content'] : []),
    ...(info?.dryRun ? ['dry run'] : []),
    ...(info?.traceId ? [`trace ${codeSpan(info.traceId, options, 40)}`] : []),
    ...(link ? [`[log of the run](${link})`] : []),
  ];
  return facts.length === 0 ? '' : `<sub>${facts.join(' · ')}</sub>`;
}

/** The model, and the one that took over from it. */
function modelsOf({ fallbackModel }: ReportState, model: string, options: NeutraliseOptions) {
  const models = fallbackModel === undefined ? [model] : [model, fallbackModel];
  return models.map((id) => codeSpan(id, options, 80)).join(', then ');
}

function usedFacts(state: ReportState): string[] {
  const { outcome } = state;
  const turns = (outcome?.own ?? outcome)?.numTurns ?? ownTurns(state);
  const time = outcome?.durationMs ?? (state.lastAt ?? 0) - (state.startedAt ?? 0);
  if (outcome === undefined && turns === 0) return [];
  const facts = [countOf(turns, 'turn'), formatDuration(time)];
  if (outcome === undefined) return facts;
  return [...facts, costText(outcome), togetherText(outcome) ?? []].flat();
}

/** Answers of this run so far. */
function ownTurns({ turns, info }: ReportState): number {
  return turns - (info?.resumedFrom?.spent.numTurns ?? 0);
}

function moreOf(count: number, max: number): string[] {
  return count > max ? [`… and ${count - max} more`] : [];
}
