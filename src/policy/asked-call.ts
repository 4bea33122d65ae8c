import type { Workspace } from '../base/workspace.ts';
import type { Call } from '../permission/call.ts';
import type { Verdict } from '../permission/decision.ts';
import type { Effect } from '../tool/subject.ts';

/** A call that rules, hooks and tool checks leave open. */
export type OpenVerdict = Extract<Verdict, { behavior: 'ask' }>;

/** What answers are matched against: the call as the rules saw it. */
export interface AskedCall extends Call {
  /** Proven to change nothing. */
  readonly readOnly: boolean;
  /** `undefined`: unknown. */
  readonly destructive: boolean | undefined;
  /** The subject's, and what is known beyond it. */
  readonly effects: readonly Effect[];
}

/** What is the same for every call of a run. */
export interface RunFacts {
  /** The event's name, such as `pull_request`. */
  readonly event: string;
  readonly trust: 'trusted' | 'untrusted';
  /** What the anchors of path patterns mean. */
  readonly workspace: Workspace;
}
