import { compileNameGlob, matchesNameGlob } from '../base/name-glob.ts';
import {
  matchesAny,
  matchesAnyDomain,
  matchesAnyPath,
  matchesEvery,
  matchesEveryDomain,
  matchesEveryPath,
} from '../permission/match-answer.ts';
import type { Effect } from '../tool/subject.ts';
import type { AskedCall, OpenVerdict, RunFacts } from './asked-call.ts';
import type { Answer } from './policy.ts';

/** Says whether an answer holds for a call, `max_times` aside. */
export type AnswerTest = (verdict: Pick<OpenVerdict, 'because'>, call: AskedCall) => boolean;

type CallTest = (call: AskedCall) => boolean;

/**
 * Compiles the `match` of an answer; `undefined` when it can't hold in this run at all. To allow,
 * every part, path, domain and effect of the call has to match; to deny or stop, any.
 */
export function compileAnswer(answer: Answer, facts: RunFacts): AnswerTest | undefined {
  const { match } = answer;
  if (match.event !== undefined && match.event !== facts.event) return undefined;
  if (match.trust !== undefined && match.trust !== facts.trust) return undefined;
  // In an untrusted run a stranger may have written the task: what was allowed with maintainers in
  // mind does not count for it.
  const allows = answer.answer === 'allow';
  if (allows && facts.trust === 'untrusted' && match.trust === undefined) return undefined;
  const tests = [
    ...plainTests(match),
    ...(allows ? testsOfAll(match, facts) : testsOfAny(match, facts)),
  ];
  const { asked_because } = match;
  return ({ because }, call) =>
    (asked_because === undefined || because === asked_because) && tests.every((test) => test(call));
}

function plainTests({ tool, read_only }: Answer['match']): CallTest[] {
  const tests: CallTest[] = [];
  if (read_only !== undefined) tests.push((call) => call.readOnly === read_only);
  if (tool !== undefined) {
    const glob = compileNameGlob(tool);
    tests.push((call) => matchesNameGlob(glob, call.toolName));
  }
  return tests;
}

/** To allow. Of a call that was not understood no part, path, domain or effect is known to match. */
function testsOfAll(match: Answer['match'], { workspace }: RunFacts): CallTest[] {
  const { rule, tool, path, domain, effect } = match;
  const tests: CallTest[] = [];
  if (rule) {
    const pathsNamed = path !== undefined;
    tests.push((call) => matchesEvery(rule, call, workspace, { pathsNamed }));
  }
  if (path !== undefined) tests.push(({ subject }) => matchesEveryPath(path, subject, workspace));
  if (domain !== undefined) tests.push(({ subject }) => matchesEveryDomain(domain, subject));
  if (effect !== undefined) {
    tests.push(
      ({ subject, effects }) =>
        subject.unclear === undefined &&
        effects.length > 0 &&
        effects.every((one) => one === effect),
    );
  }
  const byPlaceAlone = (rule ?? tool ?? effect) === undefined;
  if (byPlaceAlone && (path ?? domain) !== undefined) tests.push(placesAreAll(match));
  return tests;
}

/** To deny or stop. */
function testsOfAny(match: Answer['match'], { workspace }: RunFacts): CallTest[] {
  const { rule, path, domain, effect } = match;
  const tests: CallTest[] = [];
  if (rule) tests.push((call) => matchesAny(rule, call, workspace));
  if (path !== undefined) tests.push(({ subject }) => matchesAnyPath(path, subject, workspace));
  if (domain !== undefined) tests.push(({ subject }) => matchesAnyDomain(domain, subject));
  if (effect !== undefined) tests.push((call) => mayHave(effect, call));
  return tests;
}

/** Whether it destroys is unknown of most tools, and then it might. */
function mayHave(effect: Effect, { effects, destructive, readOnly }: AskedCall): boolean {
  if (effects.includes(effect)) return true;
  return effect === 'destructive' && destructive === undefined && !readOnly;
}

/**
 * Paths and domains say all about a call that touches files or hosts and does nothing else. A program
 * that it starts goes where it likes, so an allow by place alone does not cover it.
 */
function placesAreAll({ path, domain }: Answer['match']): CallTest {
  const covered = new Set<Effect>(['read']);
  if (path !== undefined) covered.add('write').add('destructive');
  if (domain !== undefined) covered.add('network');
  return ({ effects }) => effects.every((effect) => covered.has(effect));
}
