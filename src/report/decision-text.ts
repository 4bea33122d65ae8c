import type { DecidedBy, DecisionStep } from '../permission/decision.ts';

const STEPS: Readonly<Record<DecisionStep, string>> = {
  pool: 'the tool is not offered',
  schema: 'its input does not fit',
  validate: 'a check before it',
  hook: 'a hook',
  deny_rule: 'deny rule',
  ask_rule: 'ask rule',
  tool: "the tool's own check",
  allow_rule: 'rule',
  read_only: 'read-only',
  ask_policy: 'answer',
  default: "the policy's default",
};

/** Who or what decided, in three parts that reports put together: `deny rule`, `Bash(rm *)`, `ci.yml:3`. */
export interface DecisionText {
  readonly words: string;
  /** The rule, the answer's id or the hook's command; empty where there is none. */
  readonly subject: string;
  /** `file:line`; empty where there is none. */
  readonly place: string;
}

export function decisionText(by: DecidedBy): DecisionText {
  return {
    // A transcript of another version may have a step that this one does not know.
    words: Object.hasOwn(STEPS, by.step) ? STEPS[by.step] : by.step,
    subject: by.rule ?? by.hook ?? '',
    place: placeOf(by.file, by.line),
  };
}

/** Steps at which nothing is judged: what they refuse was no call that could be denied. */
const BEFORE_JUDGEMENT: ReadonlySet<string> = new Set(['pool', 'schema', 'validate']);

/** Whether a call that fell at this step was denied; else it could not be run. */
export function wasJudged(step: string): boolean {
  return !BEFORE_JUDGEMENT.has(step);
}

/** What to do about a refusal that no line of YAML would allow; empty where there is nothing to say. */
export function remedyOf(step: DecisionStep): string {
  if (step === 'deny_rule') return 'A deny rule has no exceptions: to allow this, it has to go.';
  if (step === 'hook') return 'The hook decides: to allow this, it has to let it pass.';
  if (step === 'tool') return 'No rule and no answer lifts this.';
  return '';
}

function placeOf(file: string | undefined, line: number | undefined): string {
  if (file === undefined) return '';
  return line === undefined ? file : `${file}:${line}`;
}
