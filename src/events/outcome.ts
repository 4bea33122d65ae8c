import type { Usage } from '@anthropic-ai/sdk/resources/messages';
import type { DecisionStep } from '../permission/decision.ts';
import type { StopReason } from '../policy/stop-reason.ts';

export type Conclusion = 'success' | 'failure' | 'neutral';

/** A call refused by hook, rule, tool check, `ask` answer or default: counted in the verdict. */
export interface Denial {
  readonly toolUseId: string;
  readonly toolName: string;
  readonly toolInput: unknown;
  readonly summary: string;
  readonly step: DecisionStep;
  /** The rule's text, the answer's id, or the hook's command. */
  readonly rule: string | undefined;
  readonly file: string | undefined;
  readonly line: number | undefined;
  readonly reason: string;
  readonly suggestion: string | undefined;
}

/** Token use and money of one model over the run. */
export interface ModelUse {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadInputTokens: number;
  readonly cacheCreationInputTokens: number;
  /** Absent: not known. */
  readonly webSearchRequests?: number;
  readonly costUSD: number;
  /** The price is a guess: the model is not in the price table. */
  readonly costIsEstimate: boolean;
}

/** What a run used, in turns, tokens and money. */
export type Spent = Pick<
  Outcome,
  'numTurns' | 'costUsd' | 'costIsEstimate' | 'usage' | 'modelUsage'
>;

/** The run that another goes on from: what it was, and what it and those before it used. */
export interface EarlierRun {
  readonly sessionId: string;
  readonly spent: Spent;
}

/** What a request was made for: the agent's turns, questions of hooks, the shortening of a long history, sub-agents. */
export type Purpose = 'work' | 'hooks' | 'compaction' | 'agents';

/** Tokens of one kind and their price. */
export interface Portion {
  readonly tokens: number;
  readonly usd: number;
}

/** What one model was paid for one purpose. */
export interface Spending {
  readonly purpose: Purpose;
  readonly model: string;
  readonly requests: number;
  readonly input: Portion;
  readonly cacheRead: Portion;
  readonly cacheWrite: Portion;
  readonly output: Portion;
  /** Part of `output`. */
  readonly thinkingTokens: number;
  /** Tools that the API ran itself. */
  readonly serverToolsUsd: number;
}

/** How the agent's part of a run ended. */
export interface Outcome {
  /** HTTP status with which the API ended it; absent: it did not, or without one. */
  readonly apiStatus?: number;
  /** Id of the request that failed for good, for whoever asks the API's support. */
  readonly apiRequestId?: string;
  readonly stopReason: StopReason;
  /** The agent's last words; empty when there were none. */
  readonly result: string;
  readonly structuredOutput: unknown;
  /** What went wrong, in sentences; empty for a good end. */
  readonly errors: readonly string[];
  readonly numTurns: number;
  readonly durationMs: number;
  readonly durationApiMs: number;
  readonly costUsd: number;
  readonly costIsEstimate: boolean;
  /** Sums over all requests. */
  readonly usage: Usage | undefined;
  readonly modelUsage: Readonly<Record<string, ModelUse>>;
  /** Of turns and money the part of this run alone; absent: it goes on from none, so that all of them are its own. */
  readonly own?: OwnPart;
  /** What was spent on what, in this run; absent: nobody knows (a run that was killed). */
  readonly spending?: readonly Spending[];
  readonly denials: readonly Denial[];
  /** Paths relative to the workspace, sorted; measured against the start, commits of the agent included. */
  readonly changedFiles: readonly ChangedFile[];
}

/** What a run that goes on from others used by itself. */
export type OwnPart = Pick<Outcome, 'numTurns' | 'costUsd' | 'costIsEstimate'>;

export interface ChangedFile {
  readonly path: string;
  readonly status: 'added' | 'modified' | 'deleted';
  /** Lines; `undefined` for binary files. */
  readonly added: number | undefined;
  readonly removed: number | undefined;
}

/** What log, summary, comment, outputs, exit code and transcript all show. Made in one place. */
export interface Verdict {
  readonly conclusion: Conclusion;
  readonly stopReason: StopReason;
  /** One line, such as `Fixed: done in 4 turns` or `Stopped at the turn limit (40)`. */
  readonly headline: string;
  readonly exitCode: 0 | 1 | 2;
}
