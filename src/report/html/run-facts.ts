import { wasJudged } from '../decision-text.ts';
import { blocksOf, type Fields, fieldsOf, itemsOf, numberOf, textOf, timeOf } from './fields.ts';
import type { Entry } from './read-transcript.ts';

/** Something that took time. `anchor` leads to where the page shows it; `undefined`: nowhere. */
export interface Span {
  readonly kind: 'model' | 'call';
  readonly label: string;
  readonly anchor: string | undefined;
  readonly start: number;
  readonly end: number;
  readonly isError: boolean;
  /** It ended then or earlier: results of several calls came together. */
  readonly atMost: boolean;
}

/** A call that was refused: its decision as it stands in the transcript. */
interface Refusal {
  readonly anchor: string | undefined;
  readonly decision: Fields;
}

/** What the top of the page tells of a run before its messages are drawn: gathered in one reading. */
export interface RunFacts {
  readonly init: Fields;
  /** Absent when the run could not write its own end. */
  readonly result: Fields | undefined;
  readonly refusals: readonly Refusal[];
  readonly todos: readonly Fields[];
  readonly spans: readonly Span[];
  readonly turns: number;
  readonly calls: number;
  readonly retries: number;
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
  /** Where the page shows a call, by the id of its use. */
  anchorOf(toolUseId: string): string | undefined;
}

interface Gathered {
  init: Fields;
  result: Fields | undefined;
  todos: readonly Fields[];
  retries: number;
  startedAt: number | undefined;
  endedAt: number | undefined;
  readonly refusals: Refusal[];
  readonly spans: Span[];
  readonly messageIds: Set<string>;
  readonly anchors: Map<string, string>;
  /** Calls that were let through and have no result yet. */
  readonly running: Map<string, { readonly label: string; readonly start: number }>;
}

export function gatherFacts(entries: Iterable<Entry>): RunFacts {
  const run: Gathered = {
    init: {},
    result: undefined,
    todos: [],
    retries: 0,
    startedAt: undefined,
    endedAt: undefined,
    refusals: [],
    spans: [],
    messageIds: new Set(),
    anchors: new Map(),
    running: new Map(),
  };
  for (const entry of entries) if ('message' in entry) gather(run, entry.message);
  return {
    ...run,
    turns: run.messageIds.size,
    calls: run.anchors.size,
    anchorOf: (id) => run.anchors.get(id),
  };
}

function gather(run: Gathered, message: Fields): void {
  const isReplay = message['isReplay'] === true;
  // An earlier run's messages are drawn; when they took place, and what was refused, is of that run.
  const at = isReplay ? undefined : timeOf(message);
  if (isReplay && message['type'] === 'system') return;
  run.startedAt ??= at;
  run.endedAt = at ?? run.endedAt;
  if (message['type'] === 'assistant') gatherAnswer(run, message, at);
  if (message['type'] === 'user') gatherResults(run, message, at);
  if (message['type'] === 'result') run.result = message;
  if (message['subtype'] === 'init') run.init = message;
  if (message['subtype'] === 'api_retry') run.retries++;
  if (message['subtype'] === 'permission_decision') gatherDecision(run, message, at);
}

function gatherAnswer(run: Gathered, message: Fields, at: number | undefined): void {
  const id = textOf(fieldsOf(message['message'])['id']) || `message ${run.messageIds.size + 1}`;
  const isNew = !run.messageIds.has(id);
  run.messageIds.add(id);
  const turn = run.messageIds.size;
  for (const block of blocksOf(message)) {
    if (block['type'] !== 'tool_use') continue;
    run.anchors.set(textOf(block['id']), `call-${run.anchors.size + 1}`);
    const todos = itemsOf(fieldsOf(block['input'])['todos']).map(fieldsOf);
    if (block['name'] === 'TodoWrite' && todos.length > 0) run.todos = todos;
  }
  const took = numberOf(message['duration_ms']);
  if (at === undefined || !isNew || took === undefined) return;
  const label = `model, turn ${turn}`;
  const anchor = `turn-${turn}`;
  run.spans.push({
    kind: 'model',
    label,
    anchor,
    start: at - took,
    end: at,
    isError: false,
    atMost: false,
  });
}

function gatherDecision(run: Gathered, message: Fields, at: number | undefined): void {
  const id = textOf(message['tool_use_id']);
  const behavior = textOf(message['behavior']);
  const step = textOf(fieldsOf(message['decided_by'])['step']);
  if (behavior !== 'allow') {
    if (behavior === '' || !wasJudged(step)) return;
    run.refusals.push({ anchor: run.anchors.get(id), decision: message });
  } else if (at !== undefined) {
    const label = textOf(message['summary']) || textOf(message['tool_name']);
    run.running.set(id, { label, start: at });
  }
}

function gatherResults(run: Gathered, message: Fields, at: number | undefined): void {
  const blocks = blocksOf(message);
  const atMost = blocks.filter(({ type }) => type === 'tool_result').length > 1;
  for (const block of blocks) {
    const id = textOf(block['tool_use_id']);
    const call = run.running.get(id);
    run.running.delete(id);
    if (!call || at === undefined) continue;
    const anchor = run.anchors.get(id);
    const isError = block['is_error'] === true;
    run.spans.push({ kind: 'call', ...call, anchor, end: at, isError, atMost });
  }
}
