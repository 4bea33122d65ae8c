import type { Subject } from '../tool/subject.ts';
import { concernsOf } from './concerns.ts';
import { byHook, byRule } from './decided-by.ts';
import type { Verdict } from './decision.ts';
import { findGrant } from './find-grant.ts';
import { findRefusal } from './find-refusal.ts';
import { hardDenial } from './hard-denial.ts';
import { mayGrant, type Question } from './question.ts';
import { allow, askAbout, askUntrusted, askWithoutRule, deny } from './verdict.ts';

/**
 * Every way in which a call is allowed, refused or asked about, for every tool. Pure: the same
 * question has the same verdict. A refusal beats all; what is asked about beats what is allowed. All
 * checks run, so that of several concerns the gravest is named.
 */
export function decide(question: Question): Verdict {
  const { hook, rules, subject, toolCheck, workspace } = question;

  if (hook?.decision === 'deny')
    return deny(byHook(hook), hook.reason ?? 'A hook denied the call.');
  const refusal = findRefusal(rules.deny, question);
  if (refusal) return deny(byRule('deny_rule', refusal));
  const hard = hardDenial(subject, workspace);
  if (hard) return deny({ step: 'tool' }, hard);
  if (toolCheck.behavior === 'deny') return deny({ step: 'tool' }, toolCheck.reason);

  const concerns = concernsOf(question);
  const grant = findGrant(rules.allow, question);
  if (concerns.length > 0) return askAbout(question, concerns, grant);

  if (isOnlyReading(subject)) return allow({ step: 'read_only' }, 'The call only reads.');
  if (!mayGrant(question)) return askUntrusted(question);
  if (hook?.decision === 'allow') {
    return allow(byHook(hook), hook.reason ?? 'A hook allowed the call.');
  }
  if (grant.granted) return allow(byRule('allow_rule', grant.rule));
  return askWithoutRule(question, grant.missing);
}

/** Proven to change nothing, and nothing but reading: what goes over the network needs a rule. */
function isOnlyReading({ readOnly, effects, paths }: Subject): boolean {
  return (
    readOnly &&
    effects.every((effect) => effect === 'read') &&
    paths.every(({ path, access }) => access === 'read' || path.path === '/dev/null')
  );
}
