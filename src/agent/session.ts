import type {
  ContentBlock,
  Message,
  MessageParam,
  TextBlockParam,
  Tool as ToolDefinition,
  ToolResultBlockParam,
  ToolUseBlock,
} from '@anthropic-ai/sdk/resources/messages';
import type { Member } from '../base/partial-object.ts';
import type { Denial } from '../events/outcome.ts';
import type { EmitEvent } from '../events/run-event.ts';
import type { AnsweredHook } from '../hooks/hook.ts';
import type { Hooks } from '../hooks/hook-runner.ts';
import type { Model } from '../model/model.ts';
import type { HookEvent } from '../policy/hooks/hook-events.ts';
import type { Limits } from '../policy/policy.ts';
import type { StopReason } from '../policy/stop-reason.ts';
import type { AppState } from '../tool/tool-use-context.ts';
import type { EarlierConversation } from './conversation.ts';
import type { Ledger } from './ledger.ts';
import type { TaskCommand } from './task-command.ts';
import type { TimeLimit } from './time-limit.ts';

/** What the loop needs of one finished call. */
export interface FinishedCall {
  readonly toolUseId: string;
  readonly toolName: string;
  readonly toolInput: unknown;
  readonly block: ToolResultBlockParam;
  readonly newMessages: readonly MessageParam[];
  /** The structured output; `undefined` when the call did not run or failed. */
  readonly output: unknown;
  readonly denial: Denial | undefined;
  /** The call ends the run: a `stop` answer, a hook, a denial repeated too often. */
  readonly endRun: { readonly stopReason: StopReason; readonly reason: string } | undefined;
}

/** Runs the calls of one answer, beginning with each as soon as its block is complete. */
export interface CallRunner {
  add(block: ToolUseBlock): void;
  /** Fields of a call that still streams: its decision can be prepared. */
  preview(call: Pick<ToolUseBlock, 'id' | 'name'>, fields: readonly Member[]): void;
  /** What of the answer is complete so far. */
  readonly started: number;
  /** One result for every call, in call order. Never rejects. */
  finish(): Promise<readonly FinishedCall[]>;
  abort(reason: string): void;
}

/** What the rest of a session has to do with answers that leave the conversation. */
export interface SessionHistory {
  /** Answers left it: no tool may point at what stood there. */
  forgetShown(): void;
  /** The conversation was summarised: what the repository said since the start is no longer in it. */
  forgetTold(): void;
  /** The agent stopped: what was granted until then no longer is. */
  endTurn(): void;
  /** Files that calls read or changed, the latest first, as the model would name them. */
  recentFiles(): readonly string[];
  /** Keeps a result where the model can read it. Gives the path; `undefined`: it could not be kept. */
  saveResult(toolUseId: string, block: ToolResultBlockParam): Promise<string | undefined>;
}

/** Everything one run of the loop works with: made by the composition root, changed by nobody. */
export interface Session {
  readonly model: Model;
  readonly system: readonly TextBlockParam[];
  readonly tools: readonly ToolDefinition[];
  readonly maxTokens: number;
  readonly limits: Pick<Limits, 'max_turns'>;
  /** Its money, shared with whatever asks models beside it (hooks, sub-agents). */
  readonly ledger: Ledger;
  /** Absent: the signal alone says when time is up. */
  readonly time?: TimeLimit;
  /** Aborted at the deadline and on a signal; the reason is an `Interruption`. */
  readonly signal: AbortSignal;
  /** The first user message. */
  readonly prompt: MessageParam;
  /** What the run goes on from; absent: it begins anew. */
  readonly earlier?: EarlierConversation | undefined;
  /** The task as it was given. */
  readonly task: string;
  /** The commands that the task names; absent: it is a text. */
  readonly command?: TaskCommand | undefined;
  /** Instructions in the first message, as InstructionsLoaded hooks are told of them. Absent: none. */
  readonly instructions?: readonly Readonly<Record<string, unknown>>[];
  readonly hooks: Hooks;
  /** Runs the hooks of an event that is about the session. `signal` ends them; absent: their time alone does. */
  runHooks(
    event: HookEvent,
    fields: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ): Promise<readonly AnsweredHook[]>;
  /** The final answer has to come through StructuredOutput. */
  readonly wantsStructuredOutput: boolean;
  readonly emit: EmitEvent;
  readonly now: () => number;
  startCalls(
    assistant: () => Pick<Message, 'id' | 'content'>,
    history: readonly MessageParam[],
  ): CallRunner;
  appState(): AppState;
  readonly history: SessionHistory;
}

/** Why a running session is told to end. */
export class Interruption extends Error {
  override readonly name = 'Interruption';
  /** `error`: the process itself failed, outside of what the loop does. */
  readonly stopReason: 'deadline' | 'cancelled' | 'hook_stopped' | 'error';
  /** When, by `performance.now()`. */
  readonly at = performance.now();

  constructor(stopReason: Interruption['stopReason'], message: string) {
    super(message);
    this.stopReason = stopReason;
  }
}

/** How the loop ended. */
export interface Ending {
  readonly stopReason: StopReason;
  readonly errors: readonly string[];
  /** HTTP status of the API's refusal, where that ended the run; absent: none came. */
  readonly apiStatus?: number | undefined;
  /** Id of the request that the API refused; absent: it had none. */
  readonly apiRequestId?: string | undefined;
}

export function isToolUse(block: ContentBlock): block is ToolUseBlock {
  return block.type === 'tool_use';
}
