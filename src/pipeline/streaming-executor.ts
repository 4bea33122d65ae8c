import type { MessageParam, ToolUseBlock } from '@anthropic-ai/sdk/resources/messages';
import { messageOf } from '../base/errors.ts';
import type { Member } from '../base/partial-object.ts';
import type { ToolUseContext } from '../tool/tool-use-context.ts';
import { bareResult, notJudged } from './bare-result.ts';
import { cancelReason } from './call-ended.ts';
import { CallLock } from './call-lock.ts';
import type { CallResult } from './call-result.ts';
import { tellCwdChanged } from './cwd-changed.ts';
import type { CallSlot, CallState, Governance } from './governance.ts';
import { holdOf } from './hold-of.ts';
import { LookAhead } from './look-ahead.ts';
import { runToolCall } from './run-tool-call.ts';
import { fitTurn } from './turn-budget.ts';
import { fitPictures } from './turn-pictures.ts';

export interface ExecutorOptions {
  readonly governance: Governance;
  /** Shared by the executors of a session; the abort controller in its context ends them all. */
  readonly state: CallState;
  /** The answer that holds the calls, as far as it is complete. */
  readonly assistantMessage: () => ToolUseContext['assistantMessage'];
  /** Resolves when the tools are prepared; no call is looked at before. Absent: they are. */
  readonly prepared?: Promise<void>;
  /** The conversation before that answer. */
  readonly messages: readonly MessageParam[];
  /** The most text of all results together, characters. Absent: what fits the usual model. */
  readonly mostChars?: number;
}

/** How many calls run side by side at most. */
const MOST_AT_ONCE = 10;

interface Entry {
  readonly order: number;
  readonly block: ToolUseBlock;
  readonly abort: AbortController;
  /** Resolves when all calls before this one are decided. */
  readonly turn: Promise<void>;
  readonly decided: () => void;
  running: boolean;
}

/**
 * Runs the calls of one message, each as soon as its block is complete, while the message may still
 * stream. Calls that are safe beside others run side by side, others alone and in order. Make one
 * for each message.
 */
export class StreamingExecutor {
  readonly #options: ExecutorOptions;
  readonly #lock = new CallLock(MOST_AT_ONCE);
  readonly #entries: Entry[] = [];
  readonly #results: Promise<CallResult>[] = [];
  readonly #session: AbortSignal;
  readonly #ahead = new LookAhead();
  readonly #onSessionAbort = () => this.abort(cancelReason(this.#session));
  #allDecided: Promise<void> = Promise.resolve();
  /** Why no further call may start; `undefined`: they may. */
  #over: string | undefined;

  constructor(options: ExecutorOptions) {
    this.#options = options;
    this.#session = options.state.context.abort.signal;
    this.#session.addEventListener('abort', this.#onSessionAbort);
    if (this.#session.aborted) this.#onSessionAbort();
  }

  /** How many calls there are so far. */
  get started(): number {
    return this.#entries.length;
  }

  /** Takes a call whose block is complete. It starts as soon as the calls before it let it. */
  add(block: ToolUseBlock): void {
    const entry = this.#newEntry(block);
    if (this.#over !== undefined) entry.abort.abort(new Error(this.#over));
    this.#entries.push(entry);
    this.#results.push(this.#run(entry));
  }

  /** Prepares the decision on a call that still streams. */
  preview(call: Pick<ToolUseBlock, 'id' | 'name'>, fields: readonly Member[]): void {
    const { state, prepared } = this.#options;
    if (this.#over !== undefined) return;
    void (prepared ?? Promise.resolve()).then(
      () => this.#ahead.preview(call, fields, state.context),
      () => {},
    );
  }

  /** Exactly one result for every call, in call order. Never rejects. */
  async finish(): Promise<CallResult[]> {
    const results = await Promise.all(this.#results);
    this.#session.removeEventListener('abort', this.#onSessionAbort);
    const { state, mostChars } = this.#options;
    return fitTurn(fitPictures(results), state.context.workspace.runDirectory, mostChars);
  }

  /** Ends the calls that run and starts no other. Each still gets its result, which says why. */
  abort(reason: string): void {
    this.#cancel(reason, () => true);
  }

  /** Starts no call that has not begun, for a message that turned out to be unusable. */
  cancelWaiting(reason: string): void {
    this.#cancel(reason, (entry) => !entry.running);
  }

  #cancel(reason: string, which: (entry: Entry) => boolean): void {
    this.#over ??= reason;
    for (const entry of this.#entries) {
      if (which(entry)) entry.abort.abort(new Error(reason));
    }
  }

  #newEntry(block: ToolUseBlock): Entry {
    const turn = this.#allDecided;
    let decided = () => {};
    const own = new Promise<void>((resolve) => {
      decided = resolve;
    });
    this.#allDecided = turn.then(() => own);
    const order = this.#entries.length;
    return { order, block, abort: new AbortController(), turn, decided, running: false };
  }

  async #run(entry: Entry): Promise<CallResult> {
    const { state, governance, prepared } = this.#options;
    // A tool that can't be prepared fails its own calls, where the one catch is.
    await prepared?.catch(() => {});
    let hold = await this.#lock.enter(entry.order, () => holdOf(entry.block, state.context));
    const slot: CallSlot = {
      turn: () => entry.turn,
      decided: entry.decided,
      ahead: this.#ahead,
      runAlone: async () => {
        if (hold === 'alone') return;
        this.#lock.leave(hold);
        hold = await this.#lock.enter(entry.order, () => 'alone');
      },
    };
    entry.running = true;
    try {
      const result = await runToolCall(entry.block, governance, this.#contextOf(entry), slot);
      await this.#takeIn(entry, result);
      return result;
    } catch (error) {
      const text = `The call ended in a fault: ${messageOf(error)}`;
      return bareResult(entry.block, text, notJudged(text));
    } finally {
      entry.decided();
      if (hold === 'alone') this.#ahead.forget();
      this.#lock.leave(hold);
    }
  }

  #contextOf({ block, abort }: Entry): ToolUseContext {
    const { state, assistantMessage, messages } = this.#options;
    return {
      ...state.context,
      abort,
      toolUseId: block.id,
      assistantMessage: assistantMessage(),
      messages,
    };
  }

  /** What a call that ended means for the others. */
  async #takeIn(entry: Entry, result: CallResult): Promise<void> {
    const { state, governance } = this.#options;
    const before = state.context.cwd;
    try {
      state.context = result.contextModifier?.(state.context) ?? state.context;
    } catch (error) {
      const text = `${result.toolName} could not change the context: ${messageOf(error)}`;
      governance.emit({ type: 'notice', at: governance.now(), level: 'warning', text });
    }
    await tellCwdChanged(governance, state, before);
    if (result.endRun) this.abort(result.endRun.reason);
    if (result.cancelsSiblings && !entry.abort.signal.aborted) {
      this.abort(
        `${result.toolName}, called in the same message, failed. Look at its error first.`,
      );
    }
  }
}
