import type { MessageParam } from '@anthropic-ai/sdk/resources/messages';
import type { EmitEvent } from '../events/run-event.ts';
import type { Hooks } from '../hooks/hook-runner.ts';
import type { Decision, Verdict } from '../permission/decision.ts';
import type { OpenVerdict } from '../policy/asked-call.ts';
import type { AnyTool } from '../tool/tool.ts';
import type { ToolUseContext } from '../tool/tool-use-context.ts';
import type { CallFacts } from './call-facts.ts';
import type { Classifier } from './classifier.ts';
import type { DenialCount } from './denial-count.ts';
import type { LookAhead } from './look-ahead.ts';

/** All that governs the calls of a session: made once by the composition root, the same for every call. */
export interface Governance {
  readonly emit: EmitEvent;
  /** ms since the epoch. */
  readonly now: () => number;
  readonly hooks: Hooks;
  /** In an untrusted run a hook's “yes” to a request counts for reading alone. */
  readonly trust: 'trusted' | 'untrusted';
  /** What rules, hooks and the tool's own checks say. Pure. */
  readonly decide: (facts: CallFacts) => Verdict;
  /** Nobody to ask: the policy's answer, else its default. Counts answers that may be used so often only. */
  readonly answer: (verdict: OpenVerdict, facts: CallFacts) => Decision;
  /** Takes secrets out of a text before the model reads it or it is written to disk. */
  readonly redact: (text: string) => string;
  /** Resolves when the work tree's state at the start is recorded. Awaited before the first call that may change it. */
  readonly beforeChange: () => Promise<void>;
  /** Why decisions can no longer be written down; `undefined` while they can. */
  readonly recordFailure: () => Error | undefined;
  readonly denials: DenialCount;
  /** How often the same call may be denied before the run ends. */
  readonly repeatedDenials: number;
  /** Decide and record every call, run only those that change nothing. */
  readonly dryRun: boolean;
  /** The agent only reads: every call not proven read-only is refused, whatever the rules say. */
  readonly readOnlyAgent: boolean;
  /** How long a call gets on top of its limit, and again to obey an abort, ms. */
  readonly graceMs: number;
  /** What the model is told about a call to a tool that is not in the pool. */
  readonly explainMissing: (name: string) => string;
  /**
   * What the model is told that calls a tool whose definition it has not seen in `messages`; `undefined`: it
   * has. Absent: all definitions are in every request.
   */
  readonly explainUnseen?: (tool: AnyTool, messages: readonly MessageParam[]) => string | undefined;
  readonly classifier?: Classifier;
  /**
   * What the repository says about files that a call read or changed just now (absolute paths), for the
   * conversation. Must not reject. Absent: nothing.
   */
  readonly onFiles?: (paths: readonly string[]) => Promise<readonly MessageParam[]>;
}

/** What the calls of a session hand on to each other: changed by `contextModifier` alone. */
export interface CallState {
  context: ToolUseContext;
}

/** What the executor of a message gives each of its calls. */
export interface CallSlot {
  /** Resolves when every call before this one is decided: answers that are counted go in call order. */
  turn(): Promise<void>;
  /** This call is decided. */
  decided(): void;
  /** What the call touches, if that was told while it streamed and still holds. */
  readonly ahead?: LookAhead;
  /** Resolves when no other call runs, for one that turns out not to be safe beside others. */
  runAlone(): Promise<void>;
}

/** For a call that no other runs beside. */
export const ONLY_CALL: CallSlot = {
  turn: async () => {},
  decided: () => {},
  runAlone: async () => {},
};
