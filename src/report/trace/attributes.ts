import type { Message } from '@anthropic-ai/sdk/resources/messages';
import type { Outcome, Verdict } from '../../events/outcome.ts';
import type { RunInfo } from '../../events/run-event.ts';
import type { Attributes } from './span.ts';

// Names are those of the semantic conventions for generative AI (status “Development”), else ours.

/** What is known of a run from its start; `undefined`: it never began. */
export function runAttributes(info: RunInfo | undefined): Attributes {
  return {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': 'unattended',
    ...(info && {
      'gen_ai.agent.version': info.version,
      'gen_ai.provider.name': providerOf(info),
      'gen_ai.conversation.id': info.sessionId,
      'gen_ai.request.model': info.model,
      'unattended.event': info.event,
      'unattended.trust': info.trust,
      'unattended.dry_run': info.dryRun,
      'unattended.policy.name': info.policy.name,
    }),
  };
}

export function requestAttributes(info: RunInfo): Attributes {
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': providerOf(info),
    'gen_ai.conversation.id': info.sessionId,
    'gen_ai.request.model': info.model,
    'gen_ai.request.stream': true,
  };
}

export function chatAttributes({ id, model, stop_reason, usage }: Message): Attributes {
  const read = usage.cache_read_input_tokens ?? 0;
  const written = usage.cache_creation_input_tokens ?? 0;
  return {
    'gen_ai.response.id': id,
    'gen_ai.response.model': model,
    ...(stop_reason !== null && { 'gen_ai.response.finish_reasons': [stop_reason] }),
    // The convention counts cached tokens in; the API counts them apart.
    'gen_ai.usage.input_tokens': usage.input_tokens + read + written,
    'gen_ai.usage.output_tokens': usage.output_tokens,
    'gen_ai.usage.cache_read.input_tokens': read,
    'gen_ai.usage.cache_creation.input_tokens': written,
  };
}

/** How a run ended. The headline is left out: it may hold the agent's words. */
export function endAttributes(outcome: Outcome, verdict: Verdict): Attributes {
  // Who adds up over runs must not count what another run has told of itself.
  const { numTurns, costUsd, costIsEstimate } = outcome.own ?? outcome;
  return {
    'unattended.stop_reason': verdict.stopReason,
    'unattended.conclusion': verdict.conclusion,
    'unattended.exit_code': verdict.exitCode,
    'unattended.turns': numTurns,
    'unattended.denials': outcome.denials.length,
    'unattended.changed_files': outcome.changedFiles.length,
    'unattended.cost_usd': { double: costUsd },
    'unattended.cost_is_estimate': costIsEstimate,
  };
}

function providerOf({ provider }: RunInfo): string {
  return provider === 'firstParty' ? 'anthropic' : provider;
}
