import * as z from 'zod';
import type { HookEvent } from '../../policy/hooks/hook-events.ts';
import { type HookAnswer, isBlocking, NO_ANSWER } from './hook-answer.ts';
import { type SpecificOutput, specificOutput } from './specific-output.ts';
import { unknownKey } from './unknown-key.ts';

/** The answer in a hook's output; a sentence where it can't be read; `undefined` where there is none. */
export type ParsedOutput =
  | { readonly ok: true; readonly answer: HookAnswer }
  | {
      readonly ok: false;
      readonly problem: string;
      /** It was an attempt to decide: nobody may take it for a “yes”. */
      readonly decides: boolean;
    }
  | undefined;

/**
 * Reads the JSON object that a hook printed. Plain text is no answer, but text that holds parts of an
 * answer is a broken one: read as “nothing said”, it would let through what was denied.
 */
export function parseOutput(stdout: string, event: HookEvent): ParsedOutput {
  const text = stdout.trim();
  if (!text.startsWith('{')) return parsePlain(text);
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return broken('its answer is not valid JSON', LOOKS_LIKE_AN_ANSWER.test(text));
  }
  // Scripts that log (`tee`) give their input back: no answer at all.
  if (isObject(raw) && raw['hook_event_name'] === event) return undefined;
  const { schema, keys } = specificOutput(event);
  const parsed = answerSchema(schema).safeParse(raw);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const problem = `its answer has a bad value at ${issue?.path.join('.')}: ${issue?.message}`;
    return broken(problem, isAboutDecision(issue?.path ?? []) || triesToRefuse(raw));
  }
  const answer = toAnswer(parsed.data, event);
  // A “no” that was understood stays one, whatever else is in it.
  const unknown = isBlocking(answer) ? undefined : unknownKey(parsed.data, event, keys);
  return unknown === undefined ? { ok: true, answer } : broken(unknown, true);
}

/** Text that is no object: mostly what a script says by the way, but not where it can only be meant as an answer. */
function parsePlain(text: string): ParsedOutput {
  if (LOOKS_LIKE_AN_ANSWER.test(text)) {
    return broken('it printed other text before its JSON answer', true);
  }
  if (!/^["[]/.test(text)) return undefined;
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  const kind = text.startsWith('[') ? 'list' : 'string';
  return broken(`its answer is a JSON ${kind}, and only an object is one`, false);
}

const LOOKS_LIKE_AN_ANSWER =
  /"(?:permissionDecision|hookSpecificOutput|decision|continue|updatedInput)"\s*:/;

function isAboutDecision(path: readonly PropertyKey[]): boolean {
  return path.some((part) => /decision|continue|behavior|^action$/i.test(String(part)));
}

/** Beside a value that can't be read there may be a “no” that can. */
function triesToRefuse(raw: unknown): boolean {
  if (!isObject(raw)) return false;
  const { decision, hookSpecificOutput: specific } = raw;
  if (raw['continue'] === false || (decision !== undefined && decision !== 'approve')) return true;
  if (!isObject(specific)) return false;
  const { permissionDecision, action } = specific;
  if (action !== undefined && action !== 'accept') return true;
  return permissionDecision !== undefined && permissionDecision !== 'allow';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function answerSchema(specific: z.ZodType<SpecificOutput>) {
  return z.looseObject({
    continue: z.boolean().optional(),
    stopReason: z.string().nullish(),
    systemMessage: z.string().nullish(),
    decision: z.enum(['approve', 'block'], { error: 'it must be "approve" or "block"' }).optional(),
    reason: z.string().nullish(),
    permissionDecision: z
      .undefined({ error: 'this key belongs elsewhere: use hookSpecificOutput.permissionDecision' })
      .optional(),
    async: z.literal(false, { error: 'a hook that decides has to answer at once' }).optional(),
    hookSpecificOutput: specific.optional(),
  });
}

type Raw = z.infer<ReturnType<typeof answerSchema>>;

function toAnswer(raw: Raw, event: HookEvent): HookAnswer {
  const specific = raw.hookSpecificOutput ?? {};
  const output = specific.updatedToolOutput ?? specific.updatedMCPToolOutput;
  return {
    ...NO_ANSWER,
    ...(decidesCall(event) ? onPermission(raw, specific) : onOther(raw, specific)),
    updatedOutput: output === undefined ? undefined : { value: output },
    additionalContext: specific.additionalContext || undefined,
    initialUserMessage: specific.initialUserMessage || undefined,
    suppressPrompt: specific.suppressOriginalPrompt ?? false,
    retry: specific.retry ?? false,
    elicited: elicitedOf(specific, event),
    systemMessage: raw.systemMessage || withoutEffect(specific),
    stop: raw.continue === false ? raw.stopReason || 'A hook ended the run.' : undefined,
  };
}

/** These say their “no” as `permissionDecision`. */
function decidesCall(event: HookEvent): boolean {
  return event === 'PreToolUse' || event === 'PreSkillShellCommand';
}

function elicitedOf({ action, content }: SpecificOutput, event: HookEvent): HookAnswer['elicited'] {
  const isAsked = event === 'Elicitation' || event === 'ElicitationResult';
  return isAsked && action ? { action, content: content ?? undefined } : undefined;
}

/** What a hook asks for that can't be done must not look done. */
function withoutEffect({ decision }: SpecificOutput): string | undefined {
  if (decision?.behavior !== 'allow' || !decision.updatedPermissions?.length) return undefined;
  return 'Its updatedPermissions have no effect: the rules of a run stay as they are. It is asked again for the next call.';
}

const STRICTNESS = ['none', 'allow', 'ask', 'defer', 'deny'] as const;

/** The older top-level `decision` and the newer one may both be there: the stricter counts. */
function onPermission(raw: Raw, specific: SpecificOutput): Partial<HookAnswer> {
  const legacy = raw.decision === 'block' ? 'deny' : 'allow';
  const old = raw.decision === undefined ? 'none' : legacy;
  const current = specific.permissionDecision ?? 'none';
  const decision = STRICTNESS.indexOf(old) > STRICTNESS.indexOf(current) ? old : current;
  const reasons = [specific.permissionDecisionReason, raw.reason];
  return {
    decision,
    reason: (decision === current ? reasons : reasons.reverse()).find((text) => text) ?? undefined,
    updatedInput: specific.updatedInput ?? undefined,
  };
}

function onOther(raw: Raw, { decision }: SpecificOutput): Partial<HookAnswer> {
  const block = raw.decision === 'block' ? raw.reason || 'A hook blocked it.' : undefined;
  if (decision?.behavior === 'deny') {
    const { message, interrupt } = decision;
    return { block, decision: 'deny', reason: message ?? undefined, interrupt: interrupt ?? false };
  }
  if (decision?.behavior !== 'allow') return { block, reason: raw.reason ?? undefined };
  return { block, decision: 'allow', updatedInput: decision.updatedInput ?? undefined };
}

function broken(problem: string, decides: boolean): ParsedOutput {
  return { ok: false, problem, decides };
}
