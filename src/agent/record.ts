import type { ContentBlock, Message, MessageParam } from '@anthropic-ai/sdk/resources/messages';
import type { ModelAnswer } from '../model/model.ts';
import { acceptLength } from './context/context-state.ts';
import type { Conversation } from './conversation.ts';
import { addDenial } from './denial-list.ts';
import type { CallRunner, FinishedCall, Session } from './session.ts';

/** Work that was done in an answer that then failed must not be missing from the record. */
export async function keepWhatRan(
  session: Session,
  conversation: Conversation,
  blocks: readonly ContentBlock[],
  calls: CallRunner,
  requestId: string | undefined,
): Promise<void> {
  const results = await calls.finish();
  keepDenials(conversation, results);
  if (results.length === 0) return;
  session.emit({
    type: 'assistant',
    at: session.now(),
    message: unfinishedMessage(session.model.id, blocks),
    requestId,
    durationMs: 0,
  });
  emitResults(session, results);
}

/** Written down before its calls have ended: what kills the run then must not lose what was asked. */
export function record(session: Session, conversation: Conversation, answer: ModelAnswer): void {
  conversation.ledger.book(answer.message, answer.durationMs);
  keep(session, conversation, answer);
}

/** The answer beyond the limit, in which the agent sums up: paid for, but no turn. Calls in it are not run. */
export function recordLast(
  session: Session,
  conversation: Conversation,
  answer: ModelAnswer,
): void {
  const { message } = answer;
  conversation.ledger.bookAside(message, answer.durationMs, 'work');
  const content = message.content.filter((block) => block.type !== 'tool_use');
  keep(session, conversation, { ...answer, message: { ...message, content } });
}

function keep(session: Session, conversation: Conversation, answer: ModelAnswer): void {
  const { message } = answer;
  session.emit({
    type: 'assistant',
    at: session.now(),
    message,
    requestId: answer.requestId,
    durationMs: answer.durationMs,
  });
  // What a refused answer holds is no answer.
  if (message.stop_reason !== 'refusal') {
    conversation.lastText = textOf(message.content) || conversation.lastText;
  }
  // The API refuses blank text blocks in what it is sent back.
  const content = message.content.filter(
    (block) => block.type !== 'text' || block.text.trim() !== '',
  );
  if (content.length > 0) conversation.messages.push({ role: 'assistant', content });
  const { usage, model } = message;
  const { cache_creation_input_tokens: written, cache_read_input_tokens: read } = usage;
  const sent = usage.input_tokens + (written ?? 0) + (read ?? 0);
  acceptLength(conversation.context, sent);
  const tokens = sent + usage.output_tokens;
  conversation.counted = { tokens, messages: conversation.messages.length, model };
  conversation.context.size.answered(answer, conversation.messages);
}

/** The results of an answer's calls, and what tools want to be said beside them. */
export function collect(
  session: Session,
  conversation: Conversation,
  results: readonly FinishedCall[],
): void {
  if (results.length === 0) return;
  keepDenials(conversation, results);
  conversation.messages.push(emitResults(session, results));
  for (const result of results) {
    for (const extra of result.newMessages) tell(session, conversation, extra);
  }
}

/** Nothing else of a call is kept: a long run would hold every output it saw. */
function keepDenials({ denials }: Conversation, results: readonly FinishedCall[]): void {
  for (const { denial } of results) if (denial) addDenial(denials, denial);
}

function emitResults(session: Session, results: readonly FinishedCall[]): MessageParam {
  const message: MessageParam = { role: 'user', content: results.map((result) => result.block) };
  const outputs = Object.fromEntries(
    results
      .filter((result) => result.output !== undefined)
      .map((result) => [result.toolUseId, result.output]),
  );
  session.emit({ type: 'tool_results', at: session.now(), message, outputs });
  return message;
}

/** Adds a message to the conversation and to the records. `undefined`: there is nothing to say. */
export function tell(
  session: Session,
  conversation: Conversation,
  message: MessageParam | undefined,
): void {
  if (!message) return;
  conversation.messages.push(message);
  session.emit({
    type: conversation.messages.length === 1 ? 'prompt' : 'user',
    at: session.now(),
    message,
  });
}

function textOf(content: readonly ContentBlock[]): string {
  const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  return texts.join('\n\n').trim();
}

function unfinishedMessage(model: string, blocks: readonly ContentBlock[]): Message {
  return {
    id: 'msg_unfinished',
    type: 'message',
    role: 'assistant',
    model,
    content: [...blocks],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 0, output_tokens: 0 },
  } as unknown as Message;
}
