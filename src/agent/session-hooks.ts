import type { MessageParam } from '@anthropic-ai/sdk/resources/messages';
import { messageOf } from '../base/errors.ts';
import type { Denial } from '../events/outcome.ts';
import { type ToldOutcome, toldOutcome } from '../hooks/outcomes/told.ts';
import { type HookEvent, hookEventInfo } from '../policy/hooks/hook-events.ts';
import type { Conversation } from './conversation.ts';
import { expandWithHooks } from './expand-task.ts';
import { tell } from './record.ts';
import type { Ending, FinishedCall, Session } from './session.ts';

/** How often in a run Stop hooks may send the agent back to work (contracts 2.7). */
const MOST_CONTINUATIONS = 8;

/** What hooks have at the end of a run that was told to end. */
const SHORT_END_MS = 1_500;

const SILENCE: ToldOutcome = toldOutcome([]);

interface FirstMessage {
  readonly first: MessageParam;
  /** What was refused while it was made. */
  readonly denials: readonly Denial[];
}

/**
 * Tells hooks that the session starts and what its task is. Gives the first message, with what they add
 * to it, or the end of the run.
 */
export async function startWithHooks(
  session: Session,
): Promise<FirstMessage | { readonly ending: Ending }> {
  const started = await tellHooks(session, 'SessionStart', {
    source: session.earlier ? 'resume' : 'startup',
    model: session.model.id,
  });
  if (started.stop !== undefined) return { ending: stopped(started.stop) };
  const submitted = await tellHooks(session, 'UserPromptSubmit', {
    prompt: session.task,
    source: 'sdk',
  });
  const [block = submitted.stop] = submitted.blocks;
  if (block !== undefined) return { ending: stopped(block) };
  const expanded = await expandWithHooks(session, tellHooks);
  if ('ending' in expanded) return expanded;
  await Promise.all(
    (session.instructions ?? []).map((fields) => tellHooks(session, 'InstructionsLoaded', fields)),
  );
  const { initialUserMessage } = started;
  const before = initialUserMessage === undefined ? [] : [initialUserMessage];
  const notes = [...started.contexts, ...submitted.contexts, ...expanded.contexts].map(reminder);
  const { prompt, denials } = expanded;
  return { first: withTexts(prompt, before, notes), denials };
}

/** Tells hooks about the calls of one answer. A “no” ends the run before the model is asked again. */
export async function batchWithHooks(
  session: Session,
  conversation: Conversation,
  results: readonly FinishedCall[],
): Promise<Ending | undefined> {
  // What wakes the agent at the end of its work is for `stopWithHooks`: here nobody would answer it.
  if (results.length === 0) return undefined;
  const said = await tellHooks(session, 'PostToolBatch', { tool_calls: results.map(callOf) });
  const [block = said.stop] = said.blocks;
  if (block !== undefined) return stopped(block);
  const notes = [...said.contexts, ...session.hooks.takeWakeUps()].map(reminder);
  if (notes.length > 0) tell(session, conversation, { role: 'user', content: texts(notes) });
  return undefined;
}

/**
 * Asks Stop hooks whether the agent may stop. They may send it back with a reason, so often and no
 * more: they are told how often they did, and the transcript when it was enough.
 */
export async function stopWithHooks(
  session: Session,
  conversation: Conversation,
): Promise<{ readonly ending?: Ending; readonly tell?: MessageParam }> {
  const woken = session.hooks.takeWakeUps();
  if (woken.length > 0) return { tell: { role: 'user', content: texts(woken.map(reminder)) } };
  const { continuations } = conversation;
  const said = await tellHooks(session, 'Stop', {
    stop_hook_active: continuations > 0,
    stop_hook_continuations: continuations,
    stop_hook_limit: MOST_CONTINUATIONS,
    last_assistant_message: conversation.lastText || undefined,
  });
  if (said.stop !== undefined) return { ending: stopped(said.stop) };
  const reasons = [...said.blocks, ...said.contexts];
  if (reasons.length === 0) return {};
  if (continuations >= MOST_CONTINUATIONS) {
    const text = `Stop hooks sent the agent back ${continuations} times, which is the limit; this time they are not heeded: ${reasons[0]}`;
    session.emit({ type: 'notice', at: session.now(), level: 'warning', text });
    return {};
  }
  conversation.continuations += 1;
  return { tell: { role: 'user', content: texts(reasons.map(reminder)) } };
}

/** Tells hooks how the run ends. They have no say any more. */
export async function endWithHooks(
  session: Session,
  conversation: Conversation,
  ending: Ending,
): Promise<void> {
  if (ending.stopReason === 'api_error') {
    await tellHooks(session, 'StopFailure', {
      error: errorName(ending.apiStatus),
      error_details: ending.errors[0],
      last_assistant_message: conversation.lastText || undefined,
    });
  }
  await tellHooks(session, 'SessionEnd', { reason: 'other' });
  await session.hooks.close();
}

/** The API's trouble as hooks know it (contracts 2.7, `SDKAssistantMessageError`). */
function errorName(status: number | undefined): string {
  if (status === undefined) return 'server_error';
  if (status === 401 || status === 403) return 'authentication_failed';
  if (status === 402) return 'billing_error';
  if (status === 429) return 'rate_limit';
  return status >= 500 ? 'server_error' : 'invalid_request';
}

/** Where no hook may be run (its scripts were changed, say), what gates the run ends it; the rest is a warning. */
export async function tellHooks(
  session: Session,
  event: HookEvent,
  fields: Readonly<Record<string, unknown>>,
): Promise<ToldOutcome> {
  if (!session.hooks.has(event)) return SILENCE;
  const isEnd = event === 'SessionEnd' || event === 'StopFailure';
  try {
    const signal = isEnd ? endSignal(session) : session.signal;
    const answered = await session.runHooks(event, fields, signal);
    // Hooks that were cut short said nothing, which would read as a “go on” or as the end of the work.
    if (!isEnd) session.signal.throwIfAborted();
    return toldOutcome(answered);
  } catch (error) {
    if (!isEnd) session.signal.throwIfAborted();
    const text = `The ${event} hooks can't be run: ${messageOf(error)}`;
    session.emit({ type: 'notice', at: session.now(), level: 'warning', text });
    return hookEventInfo(event).exit2 === 'stops' ? { ...SILENCE, stop: text } : SILENCE;
  }
}

/** Whoever cancels a run waits a few seconds and no longer, and the reports come after these hooks. */
function endSignal({ signal }: Session): AbortSignal | undefined {
  return signal.aborted ? AbortSignal.timeout(SHORT_END_MS) : undefined;
}

function callOf({ toolUseId, toolName, toolInput, block }: FinishedCall) {
  return {
    tool_name: toolName,
    tool_input: toolInput,
    tool_use_id: toolUseId,
    tool_response: block.content,
  };
}

export function stopped(reason: string): Ending {
  return { stopReason: 'hook_stopped', errors: [reason] };
}

export function reminder(text: string): string {
  return `<system-reminder>\n${text}\n</system-reminder>`;
}

function texts(parts: readonly string[]) {
  return parts.map((text) => ({ type: 'text' as const, text }));
}

function withTexts(
  message: MessageParam,
  before: readonly string[],
  after: readonly string[],
): MessageParam {
  if (before.length + after.length === 0) return message;
  const { content } = message;
  const own = typeof content === 'string' ? texts([content]) : content;
  return { role: 'user', content: [...texts(before), ...own, ...texts(after)] } as MessageParam;
}
