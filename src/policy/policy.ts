import type { Workspace } from '../base/workspace.ts';
import type { AskReason } from '../permission/decision.ts';
import type { Rule, RuleSet, RuleSource } from '../permission/rule.ts';
import type { ToolSearchMode } from '../tool/deferral.ts';
import type { Effect } from '../tool/subject.ts';
import type { HookConfiguration } from './hooks/hook-config.ts';
import type { McpEntry } from './mcp/mcp-entry.ts';
import type { StopReason } from './stop-reason.ts';

export interface Limits {
  readonly max_turns: number;
  readonly max_budget_usd: number;
  readonly timeout_minutes: number;
  /** The longest one call may take, and what a call gets that names no time. */
  readonly tool_timeout_seconds: number;
  /** A model's answer that sends no byte for so long is cut and asked for again. */
  readonly stall_seconds: number;
  /** A call denied this often with the same input ends the run with `denied`. */
  readonly repeated_denials: number;
}

/** One answer to what the rules leave open. All of `match` has to hold; the first that matches settles it. */
export interface Answer {
  /** As given, else `ask[n]`. */
  readonly id: string;
  readonly match: {
    readonly rule?: Rule;
    readonly tool?: string;
    readonly path?: string;
    readonly domain?: string;
    readonly effect?: Effect;
    readonly read_only?: boolean;
    readonly asked_because?: AskReason;
    readonly event?: string;
    readonly trust?: 'trusted' | 'untrusted';
  };
  readonly answer: 'allow' | 'deny' | 'stop';
  /** How often it may be used in a run; `undefined`: without limit. */
  readonly maxTimes: number | undefined;
  readonly reason: string | undefined;
  readonly source: RuleSource;
}

/** What a run may deliver. Patterns are gitignore's, from the top of the repository. */
export interface DeliveryLimits {
  /** `undefined`: every file that is not protected. */
  readonly allowedFiles: readonly string[] | undefined;
  readonly protectedFiles: readonly string[];
  readonly maxFiles: number;
  readonly maxPatchKb: number;
}

export type FailOn = StopReason | 'any_denial';

/** A policy with everything it extends merged in. */
export interface Policy {
  readonly name: string;
  readonly description: string;
  /** The files it came from, child first, as the user knows them. */
  readonly sources: readonly string[];
  readonly tools: {
    readonly mode: 'simple' | 'standard' | 'coordinator';
    /** `undefined`: all that the mode has. */
    readonly only: readonly string[] | undefined;
    readonly without: readonly string[];
    readonly with: readonly string[];
  };
  readonly rules: RuleSet;
  readonly answers: readonly Answer[];
  readonly default: 'deny' | 'stop';
  /** Those of settings too. */
  readonly hooks: HookConfiguration;
  /** Address patterns that http hooks may call. */
  readonly httpHooks: readonly string[];
  readonly limits: Limits;
  /** Names and globs of variables that children get on top of the safe set. */
  readonly environment: { readonly pass: readonly string[] };
  readonly delivery: DeliveryLimits;
  readonly toolSearch: ToolSearchMode;
  /** Hosts that MCP servers may redirect to or have their tokens made at. */
  readonly network: { readonly allow: readonly string[] };
  /** What it says of MCP servers, by name. */
  readonly mcp: Readonly<Record<string, McpEntry>>;
  /** Every call that is not proven to read only is refused (`defaultMode: plan` of settings). */
  readonly onlyReading: boolean;
  /** What settings say of places outside of the workspace. */
  readonly places: Pick<Workspace, 'additional' | 'closedOutside'>;
  /** What settings say of instructions and skills. Absent: nothing. */
  readonly knowledge?: {
    /** Globs of absolute paths of instruction files that are not read. */
    readonly excludes: readonly string[];
    /** Commands in skills run, through the policy. */
    readonly runsCommands: boolean;
  };
  /** `undefined`: every reason but `completed`, `no_changes`, `skipped`. */
  readonly failOn: readonly FailOn[] | undefined;
  /** The merged policy as plain data in the shape of a policy file: for `system/init`. */
  readonly resolved: Readonly<Record<string, unknown>>;
  /** Rules that hold but look odd, a sentence each with its place. Absent: none. */
  readonly warnings?: readonly string[];
}
