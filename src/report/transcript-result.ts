import type { Usage } from '@anthropic-ai/sdk/resources/messages';
import type { Denial, ModelUse, Outcome, OwnPart, Verdict } from '../events/outcome.ts';
import type { StopReason } from '../policy/stop-reason.ts';

const SUCCESS: readonly StopReason[] = ['completed', 'no_changes', 'skipped'];
const NO_USAGE: Partial<Usage> = {
  input_tokens: 0,
  output_tokens: 0,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
};

/**
 * The last message of a run. `stop_reason` is the run's, the one that every report shows; the reason
 * of the model's last answer stands in `unattended.api_stop_reason`.
 */
export function resultFields(
  outcome: Outcome,
  verdict: Verdict,
  apiStopReason: string | null,
): Readonly<Record<string, unknown>> & { readonly type: 'result' } {
  const subtype = subtypeOf(verdict.stopReason);
  const { structuredOutput } = outcome;
  return {
    type: 'result',
    subtype,
    is_error: subtype !== 'success' || verdict.conclusion === 'failure',
    duration_ms: Math.round(outcome.durationMs),
    duration_api_ms: Math.round(outcome.durationApiMs),
    num_turns: outcome.numTurns,
    result: outcome.result,
    stop_reason: verdict.stopReason,
    ...(outcome.apiStatus === undefined ? {} : { api_error_status: outcome.apiStatus }),
    ...(outcome.apiRequestId === undefined ? {} : { request_id: outcome.apiRequestId }),
    ...(subtype === 'success' ? {} : { errors: errorsOf(outcome, verdict) }),
    total_cost_usd: outcome.costUsd,
    usage: outcome.usage ?? NO_USAGE,
    modelUsage: Object.fromEntries(
      Object.entries(outcome.modelUsage).map(([model, use]) => [model, modelUseFields(use)]),
    ),
    permission_denials: outcome.denials.map(denialFields),
    ...(structuredOutput === undefined ? {} : { structured_output: structuredOutput }),
    unattended: {
      stop_reason: verdict.stopReason,
      conclusion: verdict.conclusion,
      headline: verdict.headline,
      exit_code: verdict.exitCode,
      api_stop_reason: apiStopReason,
      cost_is_estimate: outcome.costIsEstimate,
      ...(outcome.own && { this_run: ownFields(outcome.own) }),
      ...(outcome.spending && { spending: outcome.spending }),
      errors: outcome.errors,
      changed_files: outcome.changedFiles,
      denials: outcome.denials,
    },
  };
}

function ownFields({ numTurns, costUsd, costIsEstimate }: OwnPart) {
  return { num_turns: numTurns, total_cost_usd: costUsd, cost_is_estimate: costIsEstimate };
}

/** The fields that Claude Code's results have of a refused call. */
export function denialFields(denial: Denial): Readonly<Record<string, unknown>> {
  return {
    tool_name: denial.toolName,
    tool_use_id: denial.toolUseId,
    tool_input: denial.toolInput,
  };
}

function subtypeOf(reason: StopReason): string {
  if (SUCCESS.includes(reason)) return 'success';
  if (reason === 'max_turns') return 'error_max_turns';
  if (reason === 'max_budget') return 'error_max_budget_usd';
  return 'error_during_execution';
}

function errorsOf(outcome: Outcome, verdict: Verdict): readonly string[] {
  return outcome.errors.length > 0 ? outcome.errors : [verdict.headline];
}

function modelUseFields({ costIsEstimate, webSearchRequests = 0, ...use }: ModelUse) {
  return { ...use, webSearchRequests, costIsEstimate };
}
