import type { Message, MessageParam } from '@anthropic-ai/sdk/resources/messages';
import { randomUuid } from '../base/random.ts';
import type { EarlierRun } from '../events/outcome.ts';
import type { DecidedCall, RunEvent, RunInfo } from '../events/run-event.ts';
import type { HookRun } from '../hooks/hook.ts';
import type { ApiRetry } from '../model/model.ts';
import type { Decision } from '../permission/decision.ts';
import { clearedText } from './format.ts';
import { spentFields } from './spent-fields.ts';
import { resultFields } from './transcript-result.ts';

/** One line of a transcript, in the stream-json shape. */
export type TranscriptMessage = Readonly<Record<string, unknown>> & { readonly type: string };

export interface MessageContext {
  readonly sessionId: string;
  /** Why the model ended its last answer: `end_turn`, `tool_use` …; `null` before the first. */
  readonly apiStopReason: string | null;
}

/** The message that tells of an event; `undefined` for those a transcript leaves out (progress, starts). */
export function messageOf(event: RunEvent, context: MessageContext): TranscriptMessage | undefined {
  const fields = fieldsOf(event, context);
  return (
    fields && {
      ...fields,
      uuid: randomUuid(),
      session_id: context.sessionId,
      timestamp: new Date(event.at).toISOString(),
    }
  );
}

function fieldsOf(event: RunEvent, context: MessageContext): TranscriptMessage | undefined {
  switch (event.type) {
    case 'run_started':
      return initFields(event.info);
    case 'prompt':
    case 'user':
      return userFields(event.message);
    case 'assistant':
      return assistantFields(event.message, event.requestId, event.durationMs);
    case 'tool_results':
      return { ...userFields(event.message), ...resultOf(event.message, event.outputs) };
    case 'api_retry':
      return retryFields(event.retry);
    case 'hook_response':
      return hookFields(event.run);
    case 'permission_decision':
      return decisionFields(event.call, event.decision);
    case 'notice':
      return system('informational', {
        content: event.text,
        level: event.level,
        ...(event.inComment && { in_comment: true }),
      });
    case 'results_cleared':
      return system('informational', { content: clearedText(event), level: 'notice' });
    case 'compacted':
      return boundaryFields(event);
    case 'run_finished':
      return resultFields(event.outcome, event.verdict, context.apiStopReason);
    case 'request_started':
    case 'words':
    case 'tool_started':
    case 'tool_progress':
    case 'tool_finished':
    case 'todos':
    case 'findings':
      return undefined;
  }
}

function system(subtype: string, fields: Readonly<Record<string, unknown>>): TranscriptMessage {
  return { type: 'system', subtype, ...fields };
}

function initFields(info: RunInfo): TranscriptMessage {
  return system('init', {
    schema_version: 1,
    unattended_version: info.version,
    cwd: info.cwd,
    tools: info.tools,
    mcp_servers: info.mcpServers ?? [],
    model: info.model,
    permissionMode: 'dontAsk',
    apiKeySource: info.provider === 'scripted' ? 'none' : 'ANTHROPIC_API_KEY',
    slash_commands: info.knowledge?.commands ?? [],
    output_style: 'default',
    skills: info.knowledge?.skills ?? [],
    plugins: [],
    policy: info.policy,
    unattended: {
      provider: info.provider,
      run_directory: info.runDirectory,
      event: info.event,
      trust: info.trust,
      dry_run: info.dryRun,
      configuration: info.configuration,
      clean_environment: info.cleanEnvironment,
      run_url: info.runUrl ?? null,
      ...(info.knowledge === undefined ? {} : { instructions: info.knowledge.instructions }),
      ...(info.traceId === undefined ? {} : { trace_id: info.traceId }),
    },
    ...(info.resumedFrom === undefined ? {} : { resumed_from: earlierFields(info.resumedFrom) }),
  });
}

function earlierFields({ sessionId, spent }: EarlierRun): Readonly<Record<string, unknown>> {
  return { session_id: sessionId, ...spentFields(spent) };
}

function assistantFields(
  message: Message,
  requestId: string | undefined,
  durationMs: number,
): TranscriptMessage {
  return {
    type: 'assistant',
    message,
    parent_tool_use_id: null,
    ...(requestId === undefined ? {} : { request_id: requestId }),
    duration_ms: Math.round(durationMs),
  };
}

function userFields(message: MessageParam): TranscriptMessage {
  return { type: 'user', message, parent_tool_use_id: null };
}

/** The structured output of the one result, or of several by the id of their calls. */
function resultOf(message: MessageParam, outputs: Readonly<Record<string, unknown>>) {
  const known = Object.keys(outputs);
  if (known.length === 0) return {};
  const results = Array.isArray(message.content)
    ? message.content.filter(({ type }) => type === 'tool_result').length
    : 0;
  const [only = ''] = known;
  return { tool_use_result: results === 1 && known.length === 1 ? outputs[only] : outputs };
}

function retryFields(retry: ApiRetry): TranscriptMessage {
  return system('api_retry', {
    attempt: retry.attempt,
    max_retries: retry.maxRetries,
    retry_delay_ms: Math.round(retry.delayMs),
    error_status: retry.status ?? null,
    error: retry.error,
    ...(retry.requestId === undefined ? {} : { request_id: retry.requestId }),
    ...(retry.fallbackModel === undefined ? {} : { fallback_model: retry.fallbackModel }),
  });
}

function boundaryFields(event: Extract<RunEvent, { type: 'compacted' }>): TranscriptMessage {
  return system('compact_boundary', {
    compact_metadata: {
      trigger: event.trigger,
      pre_tokens: event.beforeTokens,
      post_tokens: event.afterTokens,
      duration_ms: Math.round(event.durationMs),
    },
    ...(event.requestId === undefined ? {} : { request_id: event.requestId }),
  });
}

function hookFields(run: HookRun): TranscriptMessage {
  return system('hook_response', {
    hook_id: run.hookId,
    hook_name: run.hookName,
    hook_event: run.hookEvent,
    stdout: run.stdout,
    stderr: run.stderr,
    output: run.stdout + run.stderr,
    ...(run.exitCode === undefined ? {} : { exit_code: run.exitCode }),
    outcome: run.outcome,
    duration_ms: Math.round(run.durationMs),
  });
}

function decisionFields(call: DecidedCall, decision: Decision): TranscriptMessage {
  const { asked_because, decided_by, suggestion } = decision;
  return system('permission_decision', {
    tool_use_id: call.toolUseId,
    tool_name: call.toolName,
    tool_input: call.toolInput,
    ...('updatedInput' in call ? { updated_input: call.updatedInput } : {}),
    behavior: decision.behavior,
    asked: decision.asked,
    ...(asked_because === undefined ? {} : { asked_because }),
    decided_by,
    reason: decision.reason,
    ...(suggestion === undefined ? {} : { suggestion }),
    effects: decision.effects,
    duration_ms: call.durationMs,
    summary: call.summary,
    parent_tool_use_id: null,
  });
}
