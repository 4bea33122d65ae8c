import type { Effect } from '../tool/subject.ts';

/** Why a call is asked about. Where several hold, the first of this list is named. */
export const ASK_REASONS = [
  'protected_path',
  'outside_workspace',
  'unparseable',
  'ask_rule',
  'tool',
  'hook',
  'no_rule',
] as const;
export type AskReason = (typeof ASK_REASONS)[number];

/** Where in the order a decision fell. */
export type DecisionStep =
  | 'pool'
  | 'schema'
  | 'validate'
  | 'hook'
  | 'deny_rule'
  | 'ask_rule'
  | 'tool'
  | 'allow_rule'
  | 'read_only'
  | 'ask_policy'
  | 'default';

export interface DecidedBy {
  readonly step: DecisionStep;
  /** The rule's text, or the answer's `id` (else `ask[n]`). */
  readonly rule?: string;
  readonly file?: string;
  readonly line?: number;
  /** The hook's command or URL. */
  readonly hook?: string;
}

/** What was decided about one call, and why: the product's main output. */
export interface Decision {
  readonly behavior: 'allow' | 'deny' | 'stop';
  /** The rules left it open, and an answer or the default settled it. */
  readonly asked: boolean;
  readonly asked_because?: AskReason;
  readonly decided_by: DecidedBy;
  /** One sentence for people and for the model. */
  readonly reason: string;
  /** The YAML that would allow it; absent where nothing can. */
  readonly suggestion?: string;
  readonly effects: readonly Effect[];
}

/** What rules, hooks and the tool's own checks say, before anybody is asked. */
export type Verdict =
  | {
      readonly behavior: 'allow' | 'deny';
      readonly by: DecidedBy;
      readonly reason: string;
      readonly suggestion?: string;
    }
  | {
      readonly behavior: 'ask';
      readonly because: AskReason;
      readonly by: DecidedBy;
      readonly reason: string;
      readonly suggestion?: string;
    };
