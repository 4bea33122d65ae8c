import { type CompiledRules, compileRules } from '../permission/compile-rules.ts';
import { decide } from '../permission/decide.ts';
import type { Decision } from '../permission/decision.ts';
import { hiddenBy } from '../permission/hidden-paths.ts';
import type { Question } from '../permission/question.ts';
import type { RuleSet } from '../permission/rule.ts';
import type { AskedCall, RunFacts } from './asked-call.ts';
import { createAnswerer } from './create-answerer.ts';
import { plainCall } from './plain-call.ts';
import type { Policy } from './policy.ts';

/** A call to be explained: as the model would send it, or only a part of it. */
export interface CallToExplain {
  readonly id?: string | undefined;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What a tool itself says of a call. */
export interface ToolView extends AskedCall, Pick<Question, 'toolCheck' | 'requiresConfirmation'> {}

export interface ExplainDeps extends RunFacts {
  readonly policy: Pick<Policy, 'answers' | 'default' | 'onlyReading'>;
  /** The policy's rules and those of the inputs. */
  readonly rules: RuleSet;
  /**
   * Asks the tool of this name what the call touches; `undefined` for a name that is no built-in
   * tool's. Handed in, as the tools stand on a higher floor. Must not throw for partial input.
   * `hides`: which files a deny rule keeps from being read.
   */
  viewOf(
    tool: string,
    input: Readonly<Record<string, unknown>>,
    hides: (path: string) => boolean,
  ): ToolView | undefined;
}

/** What one call would get: a line of `unattended explain --jsonl`. */
export interface Explanation extends Pick<Decision, 'behavior' | 'asked' | 'asked_because'> {
  readonly id?: string;
  readonly decided_by: Decision['decided_by'];
  readonly read_only: boolean;
  readonly effects: Decision['effects'];
  readonly reason: string;
  readonly suggestion?: string;
}

/**
 * Makes a function that says what one call would get and why, each call for itself. It judges rules,
 * tool checks and answers; pool, schema, `validateInput` and hooks are passed over.
 * @throws RuleError for a rule that can't be used.
 */
export function createExplainer(deps: ExplainDeps): (asked: CallToExplain) => Explanation {
  const rules = compileRules(deps.rules, deps.workspace);
  const hides = hiddenBy(rules, deps.workspace);
  return ({ id, tool, input }) => {
    const view = deps.viewOf(tool, input, hides) ?? plainView(tool, input, deps);
    const { suggestion, ...decision } = settled(deps, rules, view);
    return {
      ...(id !== undefined && { id }),
      behavior: decision.behavior,
      asked: decision.asked,
      ...(decision.asked_because && { asked_because: decision.asked_because }),
      decided_by: decision.decided_by,
      read_only: view.readOnly,
      effects: decision.effects,
      reason: decision.reason,
      ...(suggestion !== undefined && { suggestion }),
    };
  };
}

/** For a person: what happens, by which rule, why, and what would change it. */
export function explanationText({
  behavior,
  decided_by: { step, rule, file, line },
  ...rest
}: Explanation): string {
  const place = file === undefined ? '' : ` (${file}${line === undefined ? '' : `:${line}`})`;
  const name = rule === undefined || step === 'default' ? '' : ` ${rule}`;
  const lines = [
    `${BEHAVIOR[behavior]} ${rest.reason}`,
    `decided by ${STEP[step] ?? step}${name}${place}`,
    ...(rest.asked_because ? [`asked because: ${rest.asked_because}`] : []),
    `effects: ${rest.effects.join(', ') || 'none known'}${rest.read_only ? ' (read-only)' : ''}`,
  ];
  if (rest.suggestion === undefined || behavior === 'allow') return lines.join('\n');
  const yaml = rest.suggestion.split('\n').map((row) => `  ${row}`);
  return [...lines, 'this would allow it:', ...yaml].join('\n');
}

const BEHAVIOR: Readonly<Record<Decision['behavior'], string>> = {
  allow: 'allowed:',
  deny: 'denied:',
  stop: 'ends the run:',
};

const STEP: Partial<Readonly<Record<Decision['decided_by']['step'], string>>> = {
  deny_rule: 'the deny rule',
  allow_rule: 'the allow rule',
  read_only: 'being read-only',
  tool: 'the checks of the tool',
  ask_policy: 'the answer',
  default: 'the default',
};

function plainView(
  tool: string,
  input: Readonly<Record<string, unknown>>,
  { workspace }: RunFacts,
): ToolView {
  return {
    ...plainCall(tool, input, workspace),
    toolCheck: { behavior: 'passthrough' },
    requiresConfirmation: false,
  };
}

function settled(deps: ExplainDeps, rules: CompiledRules, view: ToolView): Decision {
  const { trust, workspace } = deps;
  const answerer = createAnswerer(deps.policy, deps);
  const verdict = decide({ ...view, hook: undefined, rules, trust, workspace });
  if (deps.policy.onlyReading && verdict.behavior !== 'deny' && !view.readOnly) {
    return {
      behavior: 'deny',
      asked: false,
      decided_by: { step: 'tool' },
      reason: 'The settings ask for plan mode, and the call is not proven to change nothing.',
      effects: view.effects,
    };
  }
  if (verdict.behavior === 'ask') return answerer.answer(verdict, view);
  const { behavior, by, reason, suggestion } = answerer.withReason(verdict, view);
  return {
    behavior: behavior === 'allow' ? 'allow' : 'deny',
    asked: false,
    decided_by: by,
    reason,
    ...(suggestion !== undefined && { suggestion }),
    effects: view.effects,
  };
}
