import type { RunEvent, RunInfo } from '../../events/run-event.ts';
import { chatAttributes, endAttributes, requestAttributes, runAttributes } from './attributes.ts';
import { CallSpans } from './call-spans.ts';
import { hookSpan } from './hook-span.ts';
import { SPAN_KIND } from './span.ts';
import { type OpenSpan, SpanBook } from './span-book.ts';

interface Turn {
  readonly span: OpenSpan;
  readonly chat: OpenSpan;
  readonly calls: CallSpans;
}

/**
 * The spans of a run as a function of its events: the run, its turns, in each the request and the
 * calls, in those the hooks and the decision.
 */
export class RunSpans {
  readonly #book: SpanBook;
  #info: RunInfo | undefined;
  #root: OpenSpan | undefined;
  #turn: Turn | undefined;
  #ended = false;

  constructor(...book: ConstructorParameters<typeof SpanBook>) {
    this.#book = new SpanBook(...book);
  }

  emit(event: RunEvent): void {
    if (this.#ended) return;
    if (event.type === 'run_started') this.#begin(event);
    else if (event.type === 'run_finished') this.#finish(event);
    else if (event.type === 'request_started') this.#request(event);
    else if (this.#turn) inTurn(this.#book, this.#turn, event);
    // Before the first turn nothing else takes time.
    else if (event.type === 'hook_response' && this.#root) hookSpan(this.#book, this.#root, event);
  }

  #begin({ at, info }: Extract<RunEvent, { type: 'run_started' }>): void {
    if (this.#root) return;
    this.#info = info;
    this.#root = this.#book.open({
      id: rootId(info.sessionId),
      name: AGENT_SPAN,
      at,
      attributes: runAttributes(info),
    });
  }

  #request({ at, turn }: Extract<RunEvent, { type: 'request_started' }>): void {
    if (!this.#root || !this.#info) return;
    if (this.#turn) this.#book.end(this.#turn.span, at);
    const attributes = { 'unattended.turn': turn };
    const span = this.#book.open({ name: `turn ${turn}`, at, parent: this.#root, attributes });
    const chat = this.#book.open({
      name: `chat ${this.#info.model}`,
      at,
      kind: SPAN_KIND.client,
      parent: span,
      attributes: requestAttributes(this.#info),
    });
    const calls = new CallSpans(this.#book, span, new Set(this.#info.tools));
    this.#turn = { span, chat, calls };
  }

  /** A run that ended before its agent began is a span too, and all of it. */
  #finish({ at, outcome, verdict }: Extract<RunEvent, { type: 'run_finished' }>): void {
    this.#root ??= this.#book.open({
      name: AGENT_SPAN,
      at: at - outcome.durationMs,
      attributes: runAttributes(undefined),
    });
    if (this.#turn) this.#book.end(this.#turn.span, at);
    const failed = verdict.conclusion === 'failure';
    const error = failed ? verdict.stopReason : undefined;
    this.#book.end(this.#root, at, endAttributes(outcome, verdict), error);
    this.#ended = true;
  }
}

const AGENT_SPAN = 'invoke_agent unattended';

/** From the session's id, so that whoever ends a killed run can tell of the span that its others hang from. */
function rootId(sessionId: string): string | undefined {
  return /^[0-9a-f]{16}/.exec(sessionId.replaceAll('-', ''))?.[0];
}

function inTurn(book: SpanBook, { chat, calls }: Turn, event: RunEvent): void {
  switch (event.type) {
    case 'api_retry': {
      const { attempt, delayMs, status } = event.retry;
      const attributes = {
        'unattended.retry.attempt': attempt,
        'unattended.retry.delay_ms': { double: delayMs },
        'http.response.status_code': status,
      };
      if (chat.open) chat.events.push({ name: 'retry', at: event.at, attributes });
      break;
    }
    case 'assistant': {
      // Such an answer was cut: what it would have said and cost, nobody knows.
      const error = event.message.stop_reason === null ? 'cut' : undefined;
      book.end(chat, event.at, chatAttributes(event.message), error);
      break;
    }
    case 'hook_response':
      calls.hook(event);
      break;
    case 'permission_decision':
      calls.decision(event);
      break;
    case 'tool_started':
      calls.started(event);
      break;
    case 'tool_finished':
      calls.finished(event);
      break;
    case 'tool_results':
      calls.results(event);
      break;
    default:
      // Prompts, words, progress and notices are content: a trace holds none.
      break;
  }
}
