import type { Redactor } from '../base/redactor.ts';
import { cutText } from '../base/text.ts';
import type { Outcome, Verdict } from '../events/outcome.ts';
import { denialFields } from './transcript-result.ts';

/** The outputs of the action that the agent's part of the run gives. Delivery adds its own. */
export type RunOutputs = Readonly<
  Record<
    | 'conclusion'
    | 'stop_reason'
    | 'result'
    | 'structured_output'
    | 'execution_file'
    | 'session_id'
    | 'num_turns'
    | 'total_cost_usd'
    | 'permission_denials'
    | 'changed_files',
    string
  >
>;

export interface OutputsOptions {
  readonly outcome: Outcome;
  readonly verdict: Verdict;
  /** Path of transcript.json; empty when there is none. */
  readonly executionFile: string;
  readonly sessionId: string;
  readonly redactor: Redactor;
}

/** GitHub takes 1 MB a job, at two bytes a character: together these stay below half of it in characters. */
const MAX_RESULT = 100_000;
const MAX_STRUCTURED = 200_000;
const MAX_LIST = 75_000;

/**
 * The outputs as text, without secrets and within GitHub's limits: a long result is cut with a note,
 * of long lists the first entries are kept, a structured answer that is too long is left out (half
 * of one is no JSON); `warnings` says so, a sentence each.
 */
export function runOutputs(options: OutputsOptions): {
  readonly outputs: RunOutputs;
  readonly warnings: readonly string[];
} {
  const { outcome, verdict, redactor } = options;
  const warnings: string[] = [];
  const result = redactor.redact(outcome.result);
  const cut = result.length > MAX_RESULT;
  if (cut) warnings.push('The output result was cut: the whole text is in the transcript.');
  const outputs: RunOutputs = {
    conclusion: verdict.conclusion,
    stop_reason: verdict.stopReason,
    result: cut ? `${cutText(result, MAX_RESULT)}\n… cut` : result,
    structured_output: structured(outcome.structuredOutput, redactor, warnings),
    execution_file: options.executionFile,
    session_id: options.sessionId,
    num_turns: String(outcome.numTurns),
    total_cost_usd: outcome.costUsd.toFixed(6),
    permission_denials: list(
      'permission_denials',
      redactor.redactValue(outcome.denials.map(denialOutput)),
      warnings,
    ),
    changed_files: list(
      'changed_files',
      redactor.redactValue(outcome.changedFiles.map(({ path }) => path)),
      warnings,
    ),
  };
  return { outputs, warnings };
}

function structured(value: unknown, redactor: Redactor, warnings: string[]): string {
  if (value === undefined) return '';
  const text = JSON.stringify(redactor.redactValue(value));
  if (text.length <= MAX_STRUCTURED) return text;
  warnings.push(
    'The output structured_output is too long for GitHub and was left empty: take it from the transcript.',
  );
  return '';
}

/** As many entries as fit, always whole ones: the output stays JSON. */
function list(name: string, entries: readonly unknown[], warnings: string[]): string {
  const kept: string[] = [];
  let length = 2;
  for (const entry of entries) {
    const text = JSON.stringify(entry, shortTexts);
    length += text.length + 1;
    if (length > MAX_LIST) {
      warnings.push(
        `The output ${name} has ${kept.length} of ${entries.length} entries: the whole list is too long for GitHub.`,
      );
      break;
    }
    kept.push(text);
  }
  return `[${kept.join(',')}]`;
}

function denialOutput(denial: Outcome['denials'][number]) {
  const { step, rule, file, line, reason } = denial;
  return { ...denialFields(denial), reason, step, rule, file, line };
}

/** Whole files can stand in the input of a call. */
function shortTexts(_key: string, value: unknown): unknown {
  return typeof value === 'string' && value.length > 1_000 ? `${cutText(value, 1_000)}…` : value;
}
