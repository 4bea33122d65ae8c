import { countOf } from '../base/text.ts';
import type { Outcome, Verdict } from '../events/outcome.ts';
import type { DecidedCall, RunEvent, RunInfo } from '../events/run-event.ts';
import type { HookRun } from '../hooks/hook.ts';
import type { ApiRetry } from '../model/model.ts';
import type { DecidedBy, Decision } from '../permission/decision.ts';
import { decisionText, remedyOf } from './decision-text.ts';
import { formatDuration, formatSize } from './format.ts';
import { foreignInline, foreignLines, TAIL_LINES } from './log-text.ts';
import { priceText, togetherText } from './spending-part.ts';
import type { WouldRun } from './would-run.ts';

const MARKS = { success: '✔', failure: '✘', neutral: '●' } as const;

export function startLines(info: RunInfo): string[] {
  const { policy } = info;
  const from = policy.sources.length > 0 ? ` (${policy.sources.join(' ← ')})` : '';
  return [
    `● Unattended ${foreignInline(info.version)}: ${foreignInline(info.event)}, ${info.trust}${info.dryRun ? ', dry run' : ''}`,
    `● model ${foreignInline(info.model)}, policy ${foreignInline(policy.name + from, 300)}`,
    `● configuration from ${foreignInline(info.configuration)}`,
    `● tools ${foreignInline(info.tools.join(', '), 500)}`,
    ...knowledgeLines(info),
    `● transcript ${foreignInline(info.runDirectory, 500)}/transcript.jsonl`,
    ...(info.cleanEnvironment
      ? []
      : [
          '! The guard over the environment is off: what the agent starts could read secrets in /proc.',
        ]),
  ];
}

function knowledgeLines({ knowledge }: RunInfo): string[] {
  if (knowledge === undefined) return [];
  const { instructions, skills, commands } = knowledge;
  const others = commands.filter((name) => !skills.includes(name)).map((name) => `/${name}`);
  const parts = [
    ['instructions', instructions],
    ['skills', skills],
    ['for people only', others],
  ] as const;
  const told = parts.flatMap(([title, names]) =>
    names.length === 0 ? [] : [`${title} ${foreignInline(names.join(', '), 400)}`],
  );
  return told.length === 0 ? [] : [`● ${told.join('; ')}`];
}

export function retryLine(retry: ApiRetry): string {
  if (retry.fallbackModel !== undefined) {
    const why = foreignInline(retry.error).replace(/\.?$/u, '.');
    return `↻ ${why} Going on with ${foreignInline(retry.fallbackModel)}.`;
  }
  // An error in the middle of an answer has no status either.
  const what = retry.status === undefined ? 'The request failed' : `The API said ${retry.status}`;
  // The API's own words often begin with the status, and their kind in brackets.
  const error = retry.error
    .replace(`${retry.status}: `, '')
    .replace(`${retry.status} `, '')
    .replace(/^\((\w+)\): /u, '$1: ');
  return `↻ ${what} (${foreignInline(error)}): try ${retry.attempt} of ${retry.maxRetries} in ${formatDuration(retry.delayMs)}`;
}

/** A hook that changed a call, and one that failed with the end of what it said; of others nothing. */
export function hookLines(run: HookRun): string[] {
  const name = foreignInline(run.hookName);
  const changed =
    run.changedInput === undefined
      ? []
      : [`⚑ ${foreignInline(run.changedInput, 300)} changed the input (${name})`];
  if (run.outcome === 'success') return changed;
  const exit = run.exitCode === undefined ? run.outcome : `exit ${run.exitCode}`;
  const said = run.stderr.trim() === '' ? [] : foreignLines(run.stderr).slice(-TAIL_LINES);
  return [...changed, `⚑ hook ${name}: ${exit}, ${formatDuration(run.durationMs)}`, ...said];
}

/** `rule Bash(npm test *), policies/pr-fix.yml:12` */
export function decidedLine(by: DecidedBy): string {
  const { words, subject, place } = decisionText(by);
  const rule = subject ? ` ${foreignInline(subject)}` : '';
  return `${words}${rule}${place ? `, ${foreignInline(place)}` : ''}`;
}

export function finishedLine(
  event: Extract<RunEvent, { type: 'tool_finished' }>,
  allowed: string | undefined,
): string {
  const facts = [
    formatDuration(event.durationMs),
    formatSize(event.sizeChars),
    ...(allowed === undefined ? [] : [`allowed: ${allowed}`]),
    ...(event.persistedPath ? [`whole output in ${foreignInline(event.persistedPath)}`] : []),
  ];
  return `${event.isError ? '✘' : '✔'} ${foreignInline(event.summary || event.toolName, 300)} · ${facts.join(' · ')}`;
}

/** A call that goes on: for how long, and what the tool says of it (`said`, secrets taken out). */
export function progressLine(
  call: Extract<RunEvent, { type: 'tool_started' }>,
  now: number,
  said: string,
): string {
  const more = said === '' ? '' : ` (${foreignInline(said)})`;
  return `… ${foreignInline(call.summary)}: ${formatDuration(now - call.at)} so far${more}`;
}

/** A call of a dry run, and by what it would be allowed. */
export function wouldRunLine({ summary, by }: WouldRun): string {
  return `◌ would run: ${foreignInline(summary, 300)}, allowed by ${decidedLine(by)}`;
}

/** The refused call, why, and what would allow it. */
export function deniedLines(call: DecidedCall, decision: Decision): string[] {
  return [
    `⊘ ${foreignInline(call.summary || call.toolName, 300)} · ${becauseOf(decision)}`,
    ...foreignLines(decision.reason),
    ...(decision.suggestion === undefined
      ? remedyLines(decision.decided_by.step)
      : ['│ To allow it, put this into the policy:', ...foreignLines(decision.suggestion)]),
  ];
}

export function endLines(outcome: Outcome, verdict: Verdict): string[] {
  const { changedFiles, denials } = outcome;
  const facts = [
    countOf((outcome.own ?? outcome).numTurns, 'turn'),
    formatDuration(outcome.durationMs),
    priceText(outcome.own ?? outcome),
    ...[togetherText(outcome) ?? []].flat(),
    `${countOf(changedFiles.length, 'file')} changed`,
    ...(denials.length > 0 ? [`${countOf(denials.length, 'call')} denied`] : []),
  ];
  return [
    `${MARKS[verdict.conclusion]} ${foreignInline(verdict.headline, 500)}`,
    `● ${verdict.conclusion}, ${verdict.stopReason} · ${facts.join(' · ')}`,
    ...changedFiles.slice(0, 50).map(({ path, status }) => `│ ${status} ${foreignInline(path)}`),
    ...(changedFiles.length > 50 ? [`│ … ${changedFiles.length - 50} more`] : []),
    // The headline holds the first line of the first; of a crash the rest is what one needs.
    ...foreignLines(outcome.errors.join('\n')).slice(1, 40),
  ];
}

function remedyLines(step: Decision['decided_by']['step']): string[] {
  const remedy = remedyOf(step);
  return remedy === '' ? [] : [`│ ${remedy}`];
}

/** A call that was no call, or was cancelled, was not judged: to call it denied would blame the policy. */
function becauseOf({ behavior, decided_by: by }: Decision): string {
  if (by.step === 'validate') return 'not run';
  const verb = by.step === 'schema' || by.step === 'pool' ? 'not run' : 'denied';
  return `${behavior === 'stop' ? 'stopped the run' : verb}: ${decidedLine(by)}`;
}
