import type { RunEvent } from '../../events/run-event.ts';
import type { Decision } from '../../permission/decision.ts';
import { hookSpan } from './hook-span.ts';
import type { Attributes } from './span.ts';
import type { OpenSpan, SpanBook } from './span-book.ts';

type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>;

/** Instead of the name of a tool that there is not: what the model calls it is the model's words. */
const OTHER = '_OTHER';

/** The calls of one turn: a span a call, from its first hook to its result, with hooks and decision in it. */
export class CallSpans {
  readonly #book: SpanBook;
  readonly #turn: OpenSpan;
  readonly #tools: ReadonlySet<string>;
  readonly #calls = new Map<string, OpenSpan>();

  constructor(book: SpanBook, turn: OpenSpan, tools: ReadonlySet<string>) {
    this.#book = book;
    this.#turn = turn;
    this.#tools = tools;
  }

  hook(event: EventOf<'hook_response'>): void {
    const { at, run, tool } = event;
    const call = tool && this.#call(tool.useId, tool.name, at - run.durationMs);
    hookSpan(this.#book, call ?? this.#turn, event);
  }

  decision({ at, call, decision }: EventOf<'permission_decision'>): void {
    const start = at - call.durationMs;
    const parent = this.#call(call.toolUseId, call.toolName, start);
    const span = this.#book.open({ name: 'permission_decision', at: start, parent });
    this.#book.end(span, at, decisionAttributes(decision));
    const refused = decision.behavior !== 'allow';
    // A call inside a call is carried out by the outer one: its decision is all there is of it.
    if (refused || this.#outer(call.toolUseId)) {
      this.#book.end(parent, at, {}, refused ? 'denied' : undefined);
    }
  }

  started({ at, toolUseId, toolName }: EventOf<'tool_started'>): void {
    const span = this.#call(toolUseId, toolName, at);
    if (span.open) span.events.push({ name: 'tool.started', at, attributes: {} });
  }

  finished(event: EventOf<'tool_finished'>): void {
    const { at, toolUseId, toolName, durationMs } = event;
    const span = this.#call(toolUseId, toolName, at - durationMs);
    const attributes = {
      'unattended.tool.duration_ms': { double: durationMs },
      'unattended.tool.result_chars': event.sizeChars,
      'unattended.tool.result_persisted': event.persistedPath !== undefined,
    };
    this.#book.end(span, at, attributes, event.isError ? 'tool_error' : undefined);
  }

  /** What has a result has ended, also when nothing else said so: a dry run, a call cut short. */
  results({ at, message }: EventOf<'tool_results'>): void {
    if (typeof message.content === 'string') return;
    for (const block of message.content) {
      const span = block.type === 'tool_result' ? this.#calls.get(block.tool_use_id) : undefined;
      if (!span || block.type !== 'tool_result') continue;
      const failed = block.is_error === true;
      const ran = span.events.length > 0;
      this.#book.end(span, at, { 'unattended.tool.ran': ran }, failed ? 'cancelled' : undefined);
    }
  }

  #call(id: string, toolName: string, start: number): OpenSpan {
    const known = this.#calls.get(id);
    if (known) {
      if (known.open) this.#book.beganBy(known, start);
      return known;
    }
    const name = this.#tools.has(toolName) ? toolName : OTHER;
    const span = this.#book.open({
      name: `execute_tool ${name}`,
      at: start,
      parent: this.#outer(id) ?? this.#turn,
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': name,
        'gen_ai.tool.call.id': id,
        'gen_ai.tool.type': 'function',
      },
    });
    this.#calls.set(id, span);
    return span;
  }

  /** `toolu_1.2` is the second call inside `toolu_1`. */
  #outer(id: string): OpenSpan | undefined {
    const outer = /^(.+)\.\d+$/.exec(id)?.[1];
    const span = outer === undefined ? undefined : this.#calls.get(outer);
    return span?.open ? span : undefined;
  }
}

/** Who decided, not about what: the reason, the effects and a hook's command may quote the call. */
function decisionAttributes({ behavior, asked, asked_because, decided_by }: Decision): Attributes {
  return {
    'unattended.decision.behavior': behavior,
    'unattended.decision.step': decided_by.step,
    'unattended.decision.rule': decided_by.rule,
    'unattended.decision.file': decided_by.file,
    'unattended.decision.line': decided_by.line,
    'unattended.decision.asked': asked,
    'unattended.decision.asked_because': asked_because,
  };
}
