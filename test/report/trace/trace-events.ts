import type { RunEvent } from '../../../src/events/run-event.ts';
import { RunSpans } from '../../../src/report/trace/run-spans.ts';
import type { Span, TraceContext } from '../../../src/report/trace/span.ts';
import { answer, DENIED, decided, INFO, OUTCOME, T0, VERDICT } from '../sample-run.ts';

// Events of a run, each at so many milliseconds after its start.

export const begun: RunEvent = { type: 'run_started', at: T0, info: INFO };

export const asked = (at: number, turn: number): RunEvent => ({
  type: 'request_started',
  at: T0 + at,
  turn,
});

export const answered = (at: number): RunEvent => answer(at, `msg_${at}`, []);

export const allowed = (at: number, id: string, tool = 'Bash'): RunEvent =>
  decided(at, id, tool, { command: 'the input' }, 'the summary', {
    behavior: 'allow',
    asked: false,
    decided_by: { step: 'allow_rule', rule: 'Bash(npm *)', file: 'p.yml', line: 3 },
    reason: 'the reason',
    effects: ['execute'],
  });

export const denied = (at: number, id: string, tool = 'Bash'): RunEvent =>
  decided(at, id, tool, { command: 'the input' }, 'the summary', DENIED);

export const hooked = (at: number, id: string | undefined, ms = 5): RunEvent => ({
  type: 'hook_response',
  at: T0 + at,
  run: {
    hookId: 'hook_1',
    hookName: 'sh guard.sh',
    hookEvent: 'PreToolUse',
    stdout: 'what it printed',
    stderr: '',
    exitCode: 0,
    outcome: 'success',
    durationMs: ms,
  },
  ...(id === undefined ? {} : { tool: { useId: id, name: 'Bash' } }),
});

export const started = (at: number, id: string): RunEvent => ({
  type: 'tool_started',
  at: T0 + at,
  toolUseId: id,
  toolName: 'Bash',
  summary: 'the summary',
  rendered: [],
});

export const finished = (at: number, id: string, isError = false, ms = 10): RunEvent => ({
  type: 'tool_finished',
  at: T0 + at,
  toolUseId: id,
  toolName: 'Bash',
  summary: 'the summary',
  rendered: [{ type: 'code', text: 'the output' }],
  isError,
  durationMs: ms,
  sizeChars: 10,
  persistedPath: undefined,
});

export const resulted = (at: number, ids: readonly string[], isError = false): RunEvent => ({
  type: 'tool_results',
  at: T0 + at,
  message: {
    role: 'user',
    content: ids.map((tool_use_id) => ({
      type: 'tool_result',
      tool_use_id,
      content: 'the output',
      is_error: isError,
    })),
  },
  outputs: {},
});

export const ended = (at: number, verdict = VERDICT): RunEvent => ({
  type: 'run_finished',
  at: T0 + at,
  outcome: { ...OUTCOME, stopReason: verdict.stopReason },
  verdict,
});

const TRACE: TraceContext = { traceId: 'a'.repeat(32), parentSpanId: undefined };

export function spansOf(events: readonly RunEvent[], trace = TRACE): Span[] {
  const spans: Span[] = [];
  const run = new RunSpans(trace, (span) => void spans.push(span));
  for (const event of events) run.emit(event);
  return spans;
}

/** The tree by names, children in the order of their start: `name +start…end !error`. */
export function treeOf(spans: readonly Span[]): string {
  const below = (parent: string | undefined, depth: number): string[] =>
    spans
      .filter(({ parentSpanId }) => parentSpanId === parent)
      .sort((a, b) => a.start - b.start || spans.indexOf(a) - spans.indexOf(b))
      .flatMap(({ spanId, name, start, end, error }) => [
        `${'  '.repeat(depth)}${name} +${Math.round(start - T0)}…${Math.round(end - T0)}${error === undefined ? '' : ` !${error}`}`,
        ...below(spanId, depth + 1),
      ]);
  return below(undefined, 0).join('\n');
}
