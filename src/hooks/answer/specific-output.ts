import * as z from 'zod';
import type { HookEvent } from '../../policy/hooks/hook-events.ts';
import { lazySchema } from '../../tool/lazy-schema.ts';

const text = z.string().nullish();
const values = z.record(z.string(), z.unknown());

/** A key with another meaning in the wrong place: a hook that puts its “no” there means no. */
const misplaced = (right: string) =>
  z.undefined({ error: `this key belongs elsewhere: use ${right}` }).optional();

const context = { additionalContext: text };

const elicitation = {
  action: z
    .enum(['accept', 'decline', 'cancel'], { error: 'it must be "accept", "decline" or "cancel"' })
    .optional(),
  content: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
    .nullish(),
};

/** The keys of `hookSpecificOutput` by event (contracts 2.7); events that are not here have none. */
const SHAPES = lazySchema(() => ({
  PreToolUse: {
    ...context,
    permissionDecision: z
      .enum(['allow', 'deny', 'ask', 'defer'], {
        error: 'it must be "allow", "deny", "ask" or "defer"',
      })
      .optional(),
    permissionDecisionReason: text,
    updatedInput: values.nullish(),
    decision: misplaced('permissionDecision'),
  },
  PermissionRequest: {
    permissionDecision: misplaced('decision.behavior'),
    decision: z
      .discriminatedUnion(
        'behavior',
        [
          z.looseObject({
            behavior: z.literal('allow'),
            updatedInput: values.nullish(),
            updatedPermissions: z.array(z.unknown()).nullish(),
          }),
          z.looseObject({
            behavior: z.literal('deny'),
            message: text,
            interrupt: z.boolean().nullish(),
          }),
        ],
        { error: 'its behavior must be "allow" or "deny"' },
      )
      .optional(),
  },
  PermissionDenied: { retry: z.boolean().nullish() },
  PostToolUse: {
    ...context,
    updatedToolOutput: z.unknown().optional(),
    updatedMCPToolOutput: z.unknown().optional(),
    classifierContext: text,
  },
  PostToolUseFailure: context,
  PostToolBatch: context,
  UserPromptSubmit: {
    ...context,
    sessionTitle: text,
    suppressOriginalPrompt: z.boolean().nullish(),
  },
  UserPromptExpansion: { ...context, suppressOriginalPrompt: z.boolean().nullish() },
  PreSkillShellCommand: {
    permissionDecision: z
      .enum(['allow', 'deny', 'ask', 'defer'], {
        error: 'it must be "allow", "deny", "ask" or "defer"',
      })
      .optional(),
    permissionDecisionReason: text,
    updatedInput: values.nullish(),
    decision: misplaced('permissionDecision'),
  },
  SessionStart: {
    ...context,
    initialUserMessage: text,
    sessionTitle: text,
    watchPaths: z.unknown().optional(),
    reloadSkills: z.unknown().optional(),
  },
  Stop: context,
  CwdChanged: { watchPaths: z.unknown().optional() },
  Elicitation: elicitation,
  ElicitationResult: elicitation,
}));

type Shapes = ReturnType<typeof SHAPES>;

/** All keys that any event may say something with, each as its event reads it. */
export interface SpecificOutput {
  readonly additionalContext?: string | null | undefined;
  readonly permissionDecision?: 'allow' | 'deny' | 'ask' | 'defer' | undefined;
  readonly permissionDecisionReason?: string | null | undefined;
  readonly updatedInput?: Readonly<Record<string, unknown>> | null | undefined;
  readonly updatedToolOutput?: unknown;
  readonly updatedMCPToolOutput?: unknown;
  readonly decision?:
    | {
        behavior: 'allow';
        updatedInput?: Record<string, unknown> | null | undefined;
        updatedPermissions?: readonly unknown[] | null | undefined;
      }
    | {
        behavior: 'deny';
        message?: string | null | undefined;
        interrupt?: boolean | null | undefined;
      }
    | undefined;
  readonly retry?: boolean | null | undefined;
  readonly suppressOriginalPrompt?: boolean | null | undefined;
  readonly initialUserMessage?: string | null | undefined;
  readonly action?: 'accept' | 'decline' | 'cancel' | undefined;
  readonly content?: ElicitedValues | null | undefined;
}

/** Values for the fields that an MCP server asks for. */
export type ElicitedValues = Readonly<Record<string, string | number | boolean | string[]>>;

/** The schema of an event's part of the answer, and its keys. */
export function specificOutput(event: HookEvent): {
  readonly schema: z.ZodType<SpecificOutput>;
  readonly keys: readonly string[];
} {
  const shape = event in SHAPES() ? SHAPES()[event as keyof Shapes] : {};
  const name = z.literal(event, { error: `it must be "${event}"` }).optional();
  return {
    schema: z.looseObject({ hookEventName: name, ...shape }) as z.ZodType<SpecificOutput>,
    keys: ['hookEventName', ...Object.keys(shape)],
  };
}
