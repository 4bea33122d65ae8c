import type {
  ContentBlockParam,
  Message,
  MessageParam,
} from '@anthropic-ai/sdk/resources/messages';
import type { EarlierRun, Outcome, OwnPart, Verdict } from '../events/outcome.ts';
import type { DecidedCall, RunEvent, RunInfo } from '../events/run-event.ts';
import type { Decision } from '../permission/decision.ts';
import type { Finding, Todo } from '../tool/tool-use-context.ts';
import { spentOf } from './spent-fields.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The events that a line of our own transcript tells of, as far as reports need them: how the post
 * step learns what a killed run had done. Lines of other kinds give none.
 */
export function eventsOf(message: Fields): RunEvent[] {
  const at = Date.parse(String(message['timestamp']));
  if (Number.isNaN(at)) return [];
  const events = ownEvents(message, at);
  // What an earlier run did is not of this one; its to-do list and its findings it goes on with.
  if (message['isReplay'] !== true) return events;
  return events.filter(({ type }) => type === 'todos' || type === 'findings');
}

function ownEvents(message: Fields, at: number): RunEvent[] {
  switch (`${message['type']}/${message['subtype'] ?? ''}`) {
    case 'system/init':
      return [{ type: 'run_started', at, info: infoOf(message) }];
    case 'system/permission_decision':
      return [{ type: 'permission_decision', at, ...decisionOf(message) }];
    case 'system/informational': {
      const level = message['level'];
      const known = level === 'warning' || level === 'error' ? level : 'notice';
      const place = message['in_comment'] === true ? { inComment: true as const } : {};
      return [{ type: 'notice', at, level: known, text: String(message['content']), ...place }];
    }
    case 'system/api_retry':
      return takenOver(message, at);
    case 'user/':
      return resultsOf(message, at);
    case 'assistant/':
      return answerOf(message, at);
    default:
      return message['type'] === 'result' ? [{ type: 'run_finished', at, ...endOf(message) }] : [];
  }
}

/** Of failed tries reports need nothing but which model took over. */
function takenOver(message: Fields, at: number): RunEvent[] {
  const fallbackModel = message['fallback_model'];
  if (typeof fallbackModel !== 'string') return [];
  const status = Number(message['error_status']) || undefined;
  const error = String(message['error']);
  const retry = { attempt: 1, maxRetries: 1, delayMs: 0, status, error, fallbackModel };
  return [{ type: 'api_retry', at, retry }];
}

/** Only the results of calls: what a prompt says is in no report. */
function resultsOf(fields: Fields, at: number): RunEvent[] {
  const message = fields['message'] as MessageParam | undefined;
  if (!message || typeof message.content === 'string') return [];
  if (!message.content.some(({ type }) => type === 'tool_result')) return [];
  const outputs = outputsOf(fields, message.content);
  return [...findingsOf(outputs, at), { type: 'tool_results', at, message, outputs }];
}

/** What ReportFindings took: in the outputs of its calls, as it stands in no input. */
function findingsOf(outputs: Fields, at: number): RunEvent[] {
  return Object.values(outputs).flatMap((output) => {
    const findings = asFields(output)['reportedFindings'];
    // Written by us, by the tool's own schema.
    return Array.isArray(findings)
      ? [{ type: 'findings', at, findings: findings as Finding[] }]
      : [];
  });
}

/** The structured outputs by the ids of their calls: one stands there as it is. */
export function outputsOf(fields: Fields, blocks: readonly ContentBlockParam[]): Fields {
  const told = fields['tool_use_result'];
  const [first, ...more] = blocks.filter((block) => block.type === 'tool_result');
  if (told === undefined || first === undefined) return {};
  return more.length === 0 ? { [first.tool_use_id]: told } : asFields(told);
}

function answerOf(fields: Fields, at: number): RunEvent[] {
  // Written by us from a message of the API.
  const message = fields['message'] as Message;
  const durationMs = Number(fields['duration_ms'] ?? 0);
  const todos = message.content.flatMap((block) =>
    block.type === 'tool_use' && block.name === 'TodoWrite' ? todosOf(block.input) : [],
  );
  return [
    { type: 'assistant', at, message, requestId: undefined, durationMs },
    ...(todos.length > 0 ? [{ type: 'todos', at, todos } as const] : []),
  ];
}

function todosOf(input: unknown): Todo[] {
  const list = asFields(input)['todos'];
  if (!Array.isArray(list)) return [];
  return list.map(asFields).flatMap(({ content, status, activeForm }) => {
    const known = status === 'completed' || status === 'in_progress' ? status : 'pending';
    if (typeof content !== 'string') return [];
    return [{ content, status: known, activeForm: String(activeForm ?? content) }];
  });
}

function infoOf(message: Fields): RunInfo {
  const own = asFields(message['unattended']);
  const policy = asFields(message['policy']);
  return {
    sessionId: String(message['session_id']),
    version: String(message['unattended_version']),
    cwd: String(message['cwd']),
    runDirectory: String(own['run_directory']),
    model: String(message['model']),
    provider: String(own['provider']),
    tools: Array.isArray(message['tools']) ? message['tools'].map(String) : [],
    policy: {
      name: String(policy['name']),
      resolved: policy['resolved'],
      sources: Array.isArray(policy['sources']) ? policy['sources'].map(String) : [],
    },
    event: String(own['event']),
    trust: own['trust'] === 'trusted' ? 'trusted' : 'untrusted',
    dryRun: own['dry_run'] === true,
    configuration: String(own['configuration'] ?? ''),
    cleanEnvironment: own['clean_environment'] === true,
    prompt: '',
    runUrl: typeof own['run_url'] === 'string' ? own['run_url'] : undefined,
    traceId: /^[0-9a-f]{32}$/.exec(String(own['trace_id']))?.[0],
    resumedFrom: earlierOf(message['resumed_from']),
  };
}

function earlierOf(value: unknown): EarlierRun | undefined {
  const fields = asFields(value);
  if (typeof fields['session_id'] !== 'string') return undefined;
  return { sessionId: fields['session_id'], spent: spentOf(fields) };
}

function decisionOf(message: Fields): { call: DecidedCall; decision: Decision } {
  return {
    call: {
      toolUseId: String(message['tool_use_id']),
      toolName: String(message['tool_name']),
      toolInput: message['tool_input'],
      ...('updated_input' in message ? { updatedInput: message['updated_input'] } : {}),
      summary: String(message['summary'] ?? message['tool_name']),
      durationMs: Number(message['duration_ms'] ?? 0),
    },
    // The fields of a decision stand in the message as they are.
    decision: message as unknown as Decision,
  };
}

/** What a run that could still write its own result said. */
function endOf(message: Fields): { outcome: Outcome; verdict: Verdict } {
  const own = asFields(message['unattended']);
  const verdict = {
    conclusion: own['conclusion'],
    stopReason: own['stop_reason'],
    headline: own['headline'],
    exitCode: own['exit_code'],
  } as Verdict;
  const outcome = {
    stopReason: verdict.stopReason,
    result: message['result'],
    structuredOutput: message['structured_output'],
    errors: own['errors'],
    numTurns: message['num_turns'],
    durationMs: message['duration_ms'],
    durationApiMs: message['duration_api_ms'],
    costUsd: message['total_cost_usd'],
    costIsEstimate: own['cost_is_estimate'],
    usage: message['usage'],
    modelUsage: message['modelUsage'],
    ...(own['this_run'] !== undefined && { own: ownPartOf(asFields(own['this_run'])) }),
    ...(own['spending'] !== undefined && { spending: own['spending'] }),
    denials: own['denials'],
    changedFiles: own['changed_files'],
  } as Outcome;
  return { outcome, verdict };
}

function ownPartOf(fields: Fields): OwnPart {
  const { numTurns, costUsd, costIsEstimate } = spentOf(fields);
  return { numTurns, costUsd, costIsEstimate };
}

function asFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
