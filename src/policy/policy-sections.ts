import * as z from 'zod';
import { ASK_REASONS } from '../permission/decision.ts';
import { GITHUB_EVENTS } from './github-events.ts';

/** Says in one sentence what is wrong with a value; `undefined`: nothing. */
export type LeafCheck = (value: string) => string | undefined;

/**
 * What the schema alone can't know of a value: whether a rule parses, a tool exists, a pattern compiles.
 * The rules of `permissions` are not among them (`oddRules`): a call a rule through Zod is too slow for thousands.
 */
export interface LeafChecks {
  /** A rule in `match`. */
  readonly matchRule: LeafCheck;
  readonly toolName: LeafCheck;
  /** A name in `tools.with`. */
  readonly extension: LeafCheck;
  /** A glob of tool names in `match.tool`. */
  readonly toolGlob: LeafCheck;
  readonly path: LeafCheck;
  readonly domain: LeafCheck;
  /** A pattern of paths in `delivery`. */
  readonly deliveredFile: LeafCheck;
  /** A name or glob of environment variables. */
  readonly variable: LeafCheck;
  /** Of matchers for tool names. */
  readonly hookMatcher: LeafCheck;
  /** Of matchers for anything else. */
  readonly hookWords: LeafCheck;
  /** A rule in the `if` of a hook. */
  readonly hookRule: LeafCheck;
  /** An address pattern for http hooks. */
  readonly hookUrl: LeafCheck;
}

export function permissionsSchema() {
  const rules = (what: string) => z.array(leaf(undefined)).optional().describe(what);
  return z
    .strictObject({
      deny: rules('Never. Beats everything; a child can’t take it back.'),
      ask: rules('Open: answered by `ask`, else by `default`.'),
      allow: rules('Go ahead.'),
    })
    .optional()
    .describe('Rules in Claude Code’s grammar: deny beats ask beats allow, whatever the order.');
}

export function networkSchema(checks: Partial<LeafChecks>) {
  return z.strictObject({
    allow: z
      .array(leaf(checks.domain))
      .optional()
      .describe('Hosts that MCP servers may send requests on to, beside their own.'),
  });
}

export function httpHooksSchema(checks: Partial<LeafChecks>) {
  return z.strictObject({
    allow: z
      .array(leaf(checks.hookUrl))
      .describe('Addresses that http hooks may call; `*` stands for anything.'),
  });
}

export function environmentSchema(checks: Partial<LeafChecks>) {
  return z.strictObject({
    pass: z
      .array(leaf(checks.variable))
      .optional()
      .describe('Names and globs of variables that commands get on top of a small safe set.'),
  });
}

export function toolsSchema(checks: Partial<LeafChecks>) {
  const names = z.array(leaf(checks.toolName)).optional();
  return z.strictObject({
    mode: z.enum(['simple', 'standard', 'coordinator']).optional().describe('Default: standard.'),
    only: names.describe('Narrows the mode’s tools to these.'),
    without: names.describe('Takes these away.'),
    with: z
      .array(leaf(checks.extension))
      .optional()
      .describe('Adds runner extensions beyond the standard set.'),
  });
}

export function answerSchema(checks: Partial<LeafChecks>) {
  return z.strictObject({
    id: z.string().min(1).optional().describe('Name for reports; else `ask[n]`.'),
    match: z
      .strictObject({
        rule: leaf(checks.matchRule).optional().describe('A permission rule.'),
        tool: leaf(checks.toolGlob).optional().describe('A tool’s name or a glob of names.'),
        path: leaf(checks.path).optional().describe('A gitignore pattern.'),
        domain: leaf(checks.domain).optional().describe('A host, or `*.` and a host.'),
        effect: z.enum(['read', 'write', 'execute', 'network', 'destructive']).optional(),
        read_only: z.boolean().optional().describe('Whether the call is proven to change nothing.'),
        asked_because: z.enum(ASK_REASONS).optional(),
        event: z.enum(GITHUB_EVENTS).optional().describe('The event that started the run.'),
        trust: z
          .enum(['trusted', 'untrusted'])
          .optional()
          .describe('An `allow` counts in an untrusted run only if it says `untrusted` here.'),
      })
      .describe('All that is named has to hold.'),
    answer: z.enum(['allow', 'deny', 'stop']),
    max_times: z.int().min(1).optional().describe('How often it may be used in a run.'),
    reason: z.string().min(1).optional().describe('What the model and the reports are told.'),
  });
}

export function limitsSchema() {
  return z.strictObject({
    max_turns: z.int().min(1).max(100_000).optional().describe('Default: 40.'),
    max_budget_usd: z.number().positive().optional().describe('US dollars. Default: 2.5.'),
    timeout_minutes: z.number().positive().max(7_200).optional().describe('Default: 20.'),
    tool_timeout_seconds: z.number().positive().max(86_400).optional().describe('Default: 120.'),
    stall_seconds: z
      .number()
      .min(1)
      .max(3_600)
      .optional()
      .describe(
        'An answer of the model of which no byte comes for so long is asked for again; one that shows only signs of life (pings), and nothing of itself, after five times as long. Default: 120.',
      ),
    repeated_denials: z
      .int()
      .min(1)
      .max(1_000)
      .optional()
      .describe('The same call denied this often ends the run. Default: 3.'),
  });
}

export function deliverySchema(checks: Partial<LeafChecks>) {
  const patterns = z.array(leaf(checks.deliveredFile)).optional();
  return z.strictObject({
    allowed_files: patterns.describe(
      'Nothing else is delivered; gitignore patterns, from the top of the repository.',
    ),
    protected_files: patterns.describe('Never delivered, whatever is allowed.'),
    max_files: z.int().min(1).max(3_000).optional().describe('Default: 100.'),
    max_patch_kb: z.int().min(1).max(16_384).optional().describe('Default: 4096.'),
  });
}

export function leaf(check: LeafCheck | undefined, minLength = 1) {
  const text = z.string().min(minLength);
  if (!check) return text;
  return text.superRefine((value, context) => {
    const problem = check(value);
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
  });
}

export function refuseDoubleIds(
  answers: readonly { readonly id?: string | undefined }[],
  context: z.RefinementCtx,
): void {
  const seen = new Set<string>();
  for (const [index, { id }] of answers.entries()) {
    if (id === undefined) continue;
    if (seen.has(id)) {
      const message = `Another answer has the id \`${id}\` already; reports could not tell them apart.`;
      context.addIssue({ code: 'custom', message, path: [index, 'id'] });
    }
    seen.add(id);
  }
}
