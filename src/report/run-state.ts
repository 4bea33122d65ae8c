import { addDenial } from '../agent/denial-list.ts';
import type { Redactor } from '../base/redactor.ts';
import type { Denial, Outcome, Verdict } from '../events/outcome.ts';
import type { DecidedCall, RunEvent, RunInfo } from '../events/run-event.ts';
import type { Decision } from '../permission/decision.ts';
import type { Finding, Todo } from '../tool/tool-use-context.ts';
import { type CallRecords, createCallRecords } from './call-records.ts';
import { wasJudged } from './decision-text.ts';
import { redactEvent } from './redact-event.ts';
import { Timeline, type TimelineEntries } from './timeline-entries.ts';
import { type WouldRun, watchDryRun } from './would-run.ts';

/** What of a run the reports show, secrets taken out. Grows with the events. */
export interface ReportState {
  /** The page of the run, known also where it never began; `undefined` outside Actions. */
  readonly runUrl: string | undefined;
  readonly info: RunInfo | undefined;
  readonly startedAt: number | undefined;
  readonly lastAt: number | undefined;
  /** Answers of the model so far, those to a run that this one goes on from too. */
  readonly turns: number;
  readonly todos: readonly Todo[];
  /** `undefined`: nobody looked for any. */
  readonly findings: readonly Finding[] | undefined;
  /** The agent's latest words. */
  readonly answer: string;
  /** One line on the call that began last. */
  readonly lastStep: string | undefined;
  readonly calls: { readonly done: number; readonly failed: number };
  /** What the calls that were run asked for and gave. */
  readonly ran: Pick<CallRecords, 'records' | 'left'>;
  readonly denials: readonly Denial[];
  /** Of a dry run: what was allowed and not run. */
  readonly wouldRun: readonly WouldRun[];
  /** The first of them, and how many more there were. */
  readonly notices: readonly {
    readonly level: 'notice' | 'warning' | 'error';
    readonly text: string;
    readonly inComment?: true;
  }[];
  readonly noticesLeft: number;
  readonly retries: number;
  /** The model that took over; `undefined`: none did. */
  readonly fallbackModel: string | undefined;
  readonly timeline: TimelineEntries;
  readonly outcome: Outcome | undefined;
  readonly verdict: Verdict | undefined;
}

type Growing = {
  -readonly [Key in keyof ReportState]: ReportState[Key] extends readonly (infer Item)[]
    ? Item[]
    : ReportState[Key];
} & { readonly timeline: Timeline };

/** Nobody reads more. */
const MOST_NOTICES = 1_000;

/** Collects a run for comment and summary. `emit` never throws. */
export interface RunState {
  readonly state: ReportState;
  emit(event: RunEvent): void;
}

export function createRunState(redactor: Redactor, runUrl?: string): RunState {
  const ran = createCallRecords();
  const state: Growing = {
    runUrl,
    info: undefined,
    startedAt: undefined,
    lastAt: undefined,
    turns: 0,
    todos: [],
    findings: undefined,
    answer: '',
    lastStep: undefined,
    calls: { done: 0, failed: 0 },
    ran,
    denials: [],
    wouldRun: [],
    notices: [],
    noticesLeft: 0,
    retries: 0,
    fallbackModel: undefined,
    timeline: new Timeline(),
    outcome: undefined,
    verdict: undefined,
  };
  const wouldRun = watchDryRun();
  return {
    state,
    emit(event) {
      if (event.type === 'tool_progress' || event.type === 'words') return;
      const clean = redactEvent(redactor, event);
      record(state, clean);
      ran.emit(clean);
      for (const call of wouldRun(clean)) recordNotRun(state, call, event.at);
    },
  };
}

function record(state: Growing, event: RunEvent): void {
  state.startedAt ??= event.at;
  state.lastAt = event.at;
  switch (event.type) {
    case 'run_started':
      state.info = event.info;
      state.turns += event.info.resumedFrom?.spent.numTurns ?? 0;
      state.runUrl = event.info.runUrl ?? state.runUrl;
      break;
    case 'assistant':
      recordAnswer(state, event);
      break;
    case 'permission_decision':
      if (event.decision.behavior !== 'allow' && wasJudged(event.decision.decided_by.step)) {
        addDenial(state.denials, denialOf(event.call, event.decision));
      }
      break;
    case 'tool_started':
      state.lastStep = event.summary;
      break;
    case 'tool_finished':
      recordCall(state, event);
      break;
    case 'todos':
      state.todos = [...event.todos];
      break;
    case 'findings':
      state.findings = [...(state.findings ?? []), ...event.findings];
      break;
    case 'notice':
      if (state.notices.length < MOST_NOTICES) state.notices.push(event);
      else state.noticesLeft++;
      break;
    case 'api_retry':
      state.retries++;
      state.fallbackModel = event.retry.fallbackModel ?? state.fallbackModel;
      break;
    case 'run_finished':
      state.outcome = event.outcome;
      state.verdict = event.verdict;
      break;
    default:
      // Prompts, results and hooks show in the transcript; progress in the log.
      break;
  }
}

function recordAnswer(state: Growing, event: Extract<RunEvent, { type: 'assistant' }>): void {
  state.turns++;
  const texts = event.message.content.flatMap((block) =>
    block.type === 'text' && block.text.trim() !== '' ? [block.text] : [],
  );
  if (texts.length > 0) state.answer = texts.join('\n\n');
  state.timeline.add({
    kind: 'model',
    label: `model, turn ${state.turns}`,
    start: event.at - event.durationMs,
    end: event.at,
    isError: false,
  });
}

function recordCall(state: Growing, event: Extract<RunEvent, { type: 'tool_finished' }>): void {
  const { done, failed } = state.calls;
  state.calls = { done: done + 1, failed: failed + (event.isError ? 1 : 0) };
  state.timeline.add({
    kind: 'tool',
    label: event.summary || event.toolName,
    start: event.at - event.durationMs,
    end: event.at,
    isError: event.isError,
  });
}

function recordNotRun(state: Growing, call: WouldRun, at: number): void {
  state.wouldRun.push(call);
  const label = `not run: ${call.summary}`;
  state.timeline.add({ kind: 'tool', label, start: at, end: at, isError: false });
}

function denialOf(call: DecidedCall, decision: Decision): Denial {
  const { step, rule: text, hook, file, line } = decision.decided_by;
  const { toolUseId, toolName, toolInput, summary } = call;
  const { reason, suggestion } = decision;
  const rule = text ?? hook;
  return { toolUseId, toolName, toolInput, summary, step, rule, file, line, reason, suggestion };
}
