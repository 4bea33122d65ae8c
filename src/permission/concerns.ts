import { byHook, byRule } from './decided-by.ts';
import { ASK_REASONS, type AskReason, type DecidedBy } from './decision.ts';
import { grantsPath } from './find-grant.ts';
import { findRefusal, mayRefuse } from './find-refusal.ts';
import { type PathConcern, pathConcerns } from './path-concerns.ts';
import { mayGrant, type Question } from './question.ts';
import type { Rule } from './rule.ts';

/** One thing about a call that somebody has to answer for, and who raised it. */
export interface Concern extends Pick<PathConcern, 'opens' | 'sealed'> {
  readonly because: AskReason;
  /** One sentence for people and for the model. */
  readonly reason: string;
  readonly by: DecidedBy;
}

/** All that the call has to be asked about, but for a missing rule; the gravest first. */
export function concernsOf(question: Question): Concern[] {
  const all = [
    ...ofPaths(question),
    ...ofSubject(question),
    ...ofRules(question),
    ...ofHook(question),
  ];
  const rank = ({ because }: Concern) => ASK_REASONS.indexOf(because);
  return all.sort((one, other) => rank(one) - rank(other));
}

function ofPaths(question: Question): Concern[] {
  const { subject, workspace, rules } = question;
  const concerns = pathConcerns(
    subject,
    workspace,
    ({ path, access }) => mayGrant(question) && grantsPath(rules.allow, path, access) !== undefined,
  );
  return concerns.map((concern) => ({ ...concern, by: { step: 'tool' } }));
}

function ofSubject({ subject, toolCheck, requiresConfirmation, toolName }: Question): Concern[] {
  const concerns: Concern[] = [];
  const raise = (because: AskReason, reason: string) =>
    concerns.push({ because, reason, by: { step: 'tool' } });
  if (subject.unclear !== undefined) {
    raise(
      'unparseable',
      `The call can’t be judged (${subject.unclear.replace(/\.$/u, '')}); write it in a plainer way.`,
    );
  }
  if (toolCheck.behavior === 'ask') raise('tool', toolCheck.reason);
  if (requiresConfirmation) raise('tool', `${toolName} needs a confirmation for this call.`);
  return concerns;
}

function ofRules({ rules, ...call }: Question): Concern[] {
  const feared = mayRefuse(rules.deny, call) ?? mayRefuse(rules.ask, call);
  const open: Concern[] = feared === undefined ? [] : [mayBeRefused(feared)];
  const rule = findRefusal(rules.ask, call);
  if (rule === undefined) return open;
  const reason = `The rule "${rule.text}" asks about it, and only the policy is here to answer.`;
  return [...open, { because: 'ask_rule', reason, by: byRule('ask_rule', rule) }];
}

function mayBeRefused({ text }: Rule): Concern {
  const reason = `Whether the rule "${text}" matches the call depends on words that are not known beforehand; write them out.`;
  return { because: 'unparseable', reason, by: { step: 'tool' } };
}

function ofHook({ hook }: Question): Concern[] {
  if (hook?.decision !== 'ask') return [];
  return [
    { because: 'hook', reason: hook.reason ?? 'A hook asks about the call.', by: byHook(hook) },
  ];
}
