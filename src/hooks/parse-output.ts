import * as z from 'zod';
import { lazySchema } from '../tool/lazy-schema.ts';
import { type HookAnswer, isBlocking, NO_ANSWER } from './hook-answer.ts';
import { unknownKey } from './unknown-key.ts';

/** The answer in a hook's stdout; a sentence where it can't be read; `undefined` where there is none. */
export type ParsedOutput =
  | { readonly ok: true; readonly answer: HookAnswer }
  | { readonly ok: false; readonly problem: string }
  | undefined;

/**
 * Reads the JSON object that a PreToolUse hook printed. Plain text is no answer, but text that holds
 * parts of an answer is a broken one: read as “nothing said”, it would let through what was denied.
 */
export function parseOutput(stdout: string): ParsedOutput {
  const text = stdout.trim();
  if (!text.startsWith('{')) return parsePlain(text);
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return broken('its answer is not valid JSON');
  }
  const parsed = answerSchema().safeParse(raw);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return broken(`its answer has a bad value at ${issue?.path.join('.')}: ${issue?.message}`);
  }
  const answer = toAnswer(parsed.data);
  // A “no” that was understood stays one, whatever else is in it.
  const unknown = isBlocking(answer) ? undefined : unknownKey(parsed.data);
  return unknown === undefined ? { ok: true, answer } : broken(unknown);
}

/** Text that is no object: mostly what a script says by the way, but not where it can only be meant as an answer. */
function parsePlain(text: string): ParsedOutput {
  if (LOOKS_LIKE_AN_ANSWER.test(text))
    return broken('it printed other text before its JSON answer');
  if (!/^["[]/.test(text)) return undefined;
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  const kind = text.startsWith('[') ? 'list' : 'string';
  return broken(
    `its answer is a JSON ${kind}, and only an object with hookSpecificOutput.permissionDecision is one`,
  );
}

const LOOKS_LIKE_AN_ANSWER =
  /"(?:permissionDecision|hookSpecificOutput|decision|continue|updatedInput)"\s*:/;

/** Keys with another meaning in the wrong place: a hook that puts its “no” there means no. */
const misplaced = (right: string) =>
  z.undefined({ error: `this key belongs elsewhere: use ${right}` }).optional();

const answerSchema = lazySchema(() =>
  z.looseObject({
    continue: z.boolean().optional(),
    stopReason: z.string().nullish(),
    decision: z.enum(['approve', 'block'], { error: 'it must be "approve" or "block"' }).optional(),
    reason: z.string().nullish(),
    permissionDecision: misplaced('hookSpecificOutput.permissionDecision'),
    async: z.literal(false, { error: 'a PreToolUse hook has to answer at once' }).optional(),
    hookSpecificOutput: z
      .looseObject({
        hookEventName: z.literal('PreToolUse', { error: 'it must be "PreToolUse"' }).optional(),
        permissionDecision: z
          .enum(['allow', 'deny', 'ask', 'defer'], {
            error: 'it must be "allow", "deny", "ask" or "defer"',
          })
          .optional(),
        permissionDecisionReason: z.string().nullish(),
        updatedInput: z.record(z.string(), z.unknown()).nullish(),
        additionalContext: z.string().nullish(),
        decision: misplaced('permissionDecision'),
      })
      .optional(),
  }),
);

type Raw = z.infer<ReturnType<typeof answerSchema>>;

const STRICTNESS = ['none', 'allow', 'ask', 'defer', 'deny'] as const;

function toAnswer(raw: Raw): HookAnswer {
  const specific = raw.hookSpecificOutput;
  const legacy = raw.decision === 'block' ? 'deny' : 'allow';
  const old = raw.decision === undefined ? 'none' : legacy;
  const current = specific?.permissionDecision ?? 'none';
  const decision = STRICTNESS.indexOf(old) > STRICTNESS.indexOf(current) ? old : current;
  const reasons = [specific?.permissionDecisionReason, raw.reason];
  return {
    ...NO_ANSWER,
    decision,
    reason: (decision === current ? reasons : reasons.reverse()).find((text) => text) ?? undefined,
    updatedInput: specific?.updatedInput ?? undefined,
    additionalContext: specific?.additionalContext || undefined,
    stop: raw.continue === false ? raw.stopReason || 'A hook ended the run.' : undefined,
  };
}

function broken(problem: string): ParsedOutput {
  return { ok: false, problem };
}
