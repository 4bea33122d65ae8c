import type { Decision, Verdict } from '../permission/decision.ts';
import type { AskedCall, OpenVerdict, RunFacts } from './asked-call.ts';
import { type AnswerTest, compileAnswer } from './compile-answer.ts';
import type { Answer, Policy } from './policy.ts';

export interface Answerer {
  /**
   * Settles a call that the rules leave open: nobody is there to ask, so the first answer that
   * matches does, else the policy's default. Counts the answers with `max_times`, so ask it once a
   * call and in the order of the calls.
   */
  answer(verdict: OpenVerdict, call: AskedCall): Decision;
  /**
   * A rule can't say why it denies; the first answer that would deny the same call lends it its
   * reason. Other verdicts stay as they are. Pure.
   */
  withReason(verdict: Verdict, call: AskedCall): Verdict;
}

interface Candidate {
  readonly answer: Answer;
  readonly holds: AnswerTest;
  used: number;
}

/**
 * Makes the one place where questions end.
 * @throws RuleError for a pattern that can't be used (loading the policy finds those earlier).
 */
export function createAnswerer(
  policy: Pick<Policy, 'answers' | 'default'>,
  facts: RunFacts,
): Answerer {
  const candidates = policy.answers.flatMap((answer): Candidate[] => {
    const holds = compileAnswer(answer, facts);
    return holds ? [{ answer, holds, used: 0 }] : [];
  });
  return {
    answer(verdict, call) {
      const found = firstToHold(candidates, verdict, call);
      if (!found) return byDefault(policy.default, verdict, call);
      found.used += 1;
      return byAnswer(found.answer, verdict, call);
    },
    withReason(verdict, call) {
      if (verdict.behavior !== 'deny' || verdict.by.step !== 'deny_rule') return verdict;
      const found = candidates.find(
        ({ answer, holds }) => explains(answer) && holds({ because: 'ask_rule' }, call),
      );
      const reason = found?.answer.reason;
      return reason === undefined ? verdict : { ...verdict, reason };
    },
  };
}

function firstToHold(
  candidates: readonly Candidate[],
  verdict: OpenVerdict,
  call: AskedCall,
): Candidate | undefined {
  const index = candidates.findIndex(
    ({ answer, holds, used }) =>
      used < (answer.maxTimes ?? Number.POSITIVE_INFINITY) && holds(verdict, call),
  );
  const found = candidates[index];
  if (found?.answer.answer !== 'allow' || call.subject.unclear === undefined) return found;
  // What a call does that was not understood, a deny before this allow may have been meant for.
  return candidates.slice(0, index).some(({ answer }) => dependsOnParts(answer))
    ? undefined
    : found;
}

function dependsOnParts({ answer, match }: Answer): boolean {
  return (
    answer !== 'allow' && (match.rule ?? match.path ?? match.domain ?? match.effect) !== undefined
  );
}

function explains({ answer, match }: Answer): boolean {
  return answer !== 'allow' && (match.rule ?? match.path ?? match.domain) !== undefined;
}

function byAnswer(answer: Answer, verdict: OpenVerdict, call: AskedCall): Decision {
  const { file, line } = answer.source;
  const behavior = answer.answer;
  return {
    behavior,
    asked: true,
    asked_because: verdict.because,
    decided_by: { step: 'ask_policy', rule: answer.id, file, line },
    reason: answer.reason ?? SAID[behavior](answer.id, verdict.reason),
    ...(behavior !== 'allow' && suggestionOf(verdict)),
    effects: call.effects,
  };
}

const SAID: Readonly<Record<Answer['answer'], (id: string, reason: string) => string>> = {
  allow: (id) => `The policy’s answer \`${id}\` allows it.`,
  deny: (id, reason) => `${reason} The policy’s answer \`${id}\` denies it.`,
  stop: (id, reason) => `${reason} The policy’s answer \`${id}\` ends the run here.`,
};

function byDefault(behavior: 'deny' | 'stop', verdict: OpenVerdict, call: AskedCall): Decision {
  const end = behavior === 'stop' ? 'its default ends the run here' : 'its default denies it';
  return {
    behavior,
    asked: true,
    asked_because: verdict.because,
    decided_by: { step: 'default', rule: `default: ${behavior}` },
    reason: `${verdict.reason} No answer of the policy covers it, so ${end}.`,
    ...suggestionOf(verdict),
    effects: call.effects,
  };
}

function suggestionOf({ suggestion }: OpenVerdict): { suggestion?: string } {
  return suggestion === undefined ? {} : { suggestion };
}
