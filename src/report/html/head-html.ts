import { countOf } from '../../base/text.ts';
import { formatDuration, formatUsd } from '../format.ts';
import { escapeHtml } from '../render/escape-html.ts';
import { code } from './element.ts';
import { type Fields, fieldsOf, isObject, itemsOf, numberOf, textOf } from './fields.ts';
import type { RunFacts } from './run-facts.ts';

/** The transcripts that this version knows all of. */
const SCHEMA_VERSION = 1;

/** The verdict in one line of text. */
export function verdictOf({ result, init }: RunFacts): { text: string; kind: string } {
  if (!result) {
    const began = Object.keys(init).length > 0;
    const text = began
      ? 'Not over: the transcript ends before the run'
      : 'No run: no start, no end';
    return { text, kind: 'open' };
  }
  const own = fieldsOf(result['unattended']);
  const conclusion = textOf(own['conclusion']) || conclusionOf(result['is_error']);
  const said = textOf(own['headline']) || textOf(result['subtype']) || conclusion;
  const text = said || 'Over: its last message holds no verdict';
  return { text, kind: KINDS.has(conclusion) ? conclusion : 'open' };
}

/** The verdict, and the facts in small print. */
export function headHtml(facts: RunFacts): string {
  const { text, kind } = verdictOf(facts);
  const items = factsOf(facts).map((fact) => `<li>${fact}</li>`);
  return `<header class="${kind}">
<h1><span class="mark">${MARKS[kind] ?? '●'}</span> ${escapeHtml(text)}</h1>
<ul class="facts">${items.join('')}</ul>
${versionNote(facts)}</header>
`;
}

/** Of transcripts that others wrote. */
function conclusionOf(isError: unknown): string {
  if (typeof isError !== 'boolean') return '';
  return isError ? 'failure' : 'success';
}

const KINDS: ReadonlySet<string> = new Set(['success', 'failure', 'neutral']);
const MARKS: Readonly<Record<string, string>> = {
  success: '✔',
  failure: '✘',
  neutral: '●',
  open: '…',
};

function factsOf({ init, result, ...run }: RunFacts): string[] {
  const own = fieldsOf(init['unattended']);
  const ended = fieldsOf(result?.['unattended']);
  const policy = fieldsOf(init['policy']);
  const [turns, cost, together] = spentFacts(fieldsOf(result), run.turns);
  const took = numberOf(result?.['duration_ms']) ?? (run.endedAt ?? 0) - (run.startedAt ?? 0);
  const said = (label: string, value: unknown) =>
    textOf(value) === '' ? '' : `${label} ${code(textOf(value))}`;
  const sources = itemsOf(policy['sources']).map(textOf).join(' ← ');
  return [
    [textOf(ended['conclusion']), textOf(result?.['stop_reason'])]
      .filter((word) => word)
      .map(escapeHtml)
      .join(', '),
    turns,
    countOf(run.calls, 'call'),
    formatDuration(took),
    cost,
    together,
    run.retries > 0 ? `${countOf(run.retries, 'request')} tried again` : '',
    said('model', init['model']),
    said('policy', policy['name']) + (sources === '' ? '' : ` (${code(sources)})`),
    said('event', own['event']),
    said('configuration from', own['configuration']),
    escapeHtml(textOf(own['trust'])),
    own['dry_run'] === true ? 'dry run' : '',
    run.startedAt === undefined ? '' : escapeHtml(new Date(run.startedAt).toISOString()),
    said('session', init['session_id']),
    said('Unattended', init['unattended_version']),
    runLink(own['run_url']),
  ].filter((fact) => fact !== '');
}

/** Turns and cost of the run itself, and of it and those that it goes on from. */
function spentFacts(result: Fields, turns: number): readonly [string, string, string] {
  const all = fieldsOf(result['unattended']);
  const own = all['this_run'];
  const share = isObject(own) ? own : { ...all, ...result };
  const turnsOf = (fields: Fields) => countOf(numberOf(fields['num_turns']) ?? turns, 'turn');
  return [
    turnsOf(share),
    costOf(share),
    isObject(own)
      ? `${turnsOf(result)} and ${costOf({ ...all, ...result })} with the runs before it`
      : '',
  ];
}

function costOf(fields: Fields): string {
  const cost = numberOf(fields['total_cost_usd']);
  if (cost === undefined) return '';
  return escapeHtml(formatUsd(cost)) + (fields['cost_is_estimate'] === true ? ' (estimate)' : '');
}

/** The one link of the page that leads out of it: only where it is plainly an address of the web. */
function runLink(url: unknown): string {
  const link = /^https:\/\/[\w./:-]+$/.exec(textOf(url))?.[0];
  return link === undefined ? '' : `<a href="${link}" rel="noreferrer">${link}</a>`;
}

function versionNote({ init }: RunFacts): string {
  const version = init['schema_version'];
  if (version === SCHEMA_VERSION || Object.keys(init).length === 0) return '';
  const said =
    version === undefined ? 'names no schema version' : `has schema version ${textOf(version)}`;
  return `<p class="warning">This transcript ${escapeHtml(said)}; this program knows ${SCHEMA_VERSION}. What it does not know is shown as JSON.</p>\n`;
}
