import { messageOf } from '../base/errors.ts';
import type { PreToolUseOutcome } from '../hooks/outcomes/pre-tool-use.ts';
import type { Verdict } from '../permission/decision.ts';
import type { Effect, Subject } from '../tool/subject.ts';
import type { AnyTool, ToolCheck } from '../tool/tool.ts';
import { orCancelled } from './call-ended.ts';
import type { CallFacts } from './call-facts.ts';
import { effectOf, type Rated, tighten } from './classifier.ts';
import type { OpenCall } from './open-call.ts';
import { type Speculation, speculate } from './speculation.ts';

/** A call with its verdict: `input` is what runs, and what all else here is about. */
export interface Judged {
  readonly tool: AnyTool;
  readonly input: unknown;
  readonly facts: CallFacts;
  readonly verdict: Verdict;
}

/** What of the hooks' answers counts for the verdict. */
type Said = Pick<PreToolUseOutcome, 'decision' | 'reason' | 'hook'>;

/**
 * What rules, hooks, the tool's checks and the classifier say about the input that will run. Work
 * done ahead counts only when hooks left the input as it was.
 */
export async function judge(
  call: OpenCall,
  tool: AnyTool,
  input: unknown,
  said: Said,
  ahead: Speculation,
): Promise<Judged> {
  const known = ahead.input === input ? ahead : speculate(call, tool, input);
  const subject = await known.subject;
  const rated = await orCancelled(call, known.rated);
  const facts = factsOf(call, tool, input, subject, rated, said);
  call.effects = facts.effects;
  return { tool, input, facts, verdict: tighten(call.governance.decide(facts), rated) };
}

function factsOf(
  call: OpenCall,
  tool: AnyTool,
  input: unknown,
  subject: Subject,
  rated: Rated,
  said: Said,
): CallFacts {
  const { context } = call;
  const destructive = orElse(() => tool.isDestructive(input, context), undefined);
  return {
    toolName: tool.name,
    ruleNames: tool.aliases,
    pathRules: tool.pathRules,
    subject,
    input: { ...Object(input) },
    readOnly: subject.readOnly && orElse(() => tool.isReadOnly(input, context), false),
    destructive,
    effects: allEffects(subject, destructive, rated),
    toolCheck: checkOf(call, tool, input),
    requiresConfirmation: orElse(() => tool.requiresConfirmation(input, context), true),
    hook: { decision: said.decision, reason: said.reason, hook: said.hook },
  };
}

function allEffects(
  subject: Subject,
  destructive: boolean | undefined,
  rated: Rated,
): readonly Effect[] {
  const effects = new Set(subject.effects);
  if (destructive) effects.add('destructive');
  const rating = effectOf(rated);
  if (rating) effects.add(rating);
  return [...effects];
}

function checkOf(call: OpenCall, tool: AnyTool, input: unknown): ToolCheck {
  try {
    return tool.checkPermissions(input, call.context);
  } catch (error) {
    return { behavior: 'ask', reason: `The tool's own check failed: ${messageOf(error)}.` };
  }
}

/** A question that a tool fails to answer gets the answer that is safe when wrong. */
function orElse<T>(ask: () => T, safe: T): T {
  try {
    return ask();
  } catch {
    return safe;
  }
}
