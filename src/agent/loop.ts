import type { ContentBlock, Message, MessageParam } from '@anthropic-ai/sdk/resources/messages';
import type { ModelAnswer } from '../model/model.ts';
import { afterAnswer } from './after-answer.ts';
import type { Conversation } from './conversation.ts';
import { limitReached } from './limits.ts';
import {
  type CallRunner,
  type Ending,
  type FinishedCall,
  isToolUse,
  type Session,
} from './session.ts';

/**
 * Ask, run, tell, repeat. A turn has four phases: prepare the context, call the model, run its
 * tools, collect the results. Limits are checked before each request.
 * @throws what the model throws (`ApiFailure`) and the `Interruption` of the session's signal.
 */
export async function runLoop(session: Session, conversation: Conversation): Promise<Ending> {
  tell(session, conversation, session.prompt);
  for (;;) {
    session.signal.throwIfAborted();
    const limit = limitReached(session.limits, conversation.ledger);
    if (limit) return limit;

    const { answer, calls } = await askModel(session, conversation);
    record(session, conversation, answer);
    const results = await calls.finish();
    collect(session, conversation, results);
    await timersAndSignals();

    const ending = results.find((result) => result.endRun)?.endRun;
    if (ending) return { stopReason: ending.stopReason, errors: [ending.reason] };
    session.signal.throwIfAborted();

    const next = afterAnswer(session, conversation, answer, results);
    if ('ending' in next) return next.ending;
    if (next.tell) tell(session, conversation, next.tell);
  }
}

/**
 * Lets pending timers and signals have their say. Where answers and results come without a pause, as
 * from a script, a deadline that is over would wait until after the end. Immediates run before timers
 * in a round of the event loop: the second one is a round later (Node docs, “The event loop”).
 */
async function timersAndSignals(): Promise<void> {
  await new Promise(setImmediate);
  await new Promise(setImmediate);
}

/** One request. Its calls begin while the answer still streams. */
async function askModel(
  session: Session,
  conversation: Conversation,
): Promise<{ answer: ModelAnswer; calls: CallRunner }> {
  const blocks: ContentBlock[] = [];
  const calls = session.startCalls(
    () => ({ id: `turn_${conversation.ledger.turns + 1}`, content: blocks }),
    conversation.messages,
  );
  session.emit({ type: 'request_started', at: session.now(), turn: conversation.ledger.turns + 1 });
  try {
    const answer = await session.model.answer(
      {
        system: session.system,
        tools: session.tools,
        messages: conversation.messages,
        maxTokens: session.maxTokens,
      },
      {
        onBlock: (block) => {
          blocks.push(block);
          if (isToolUse(block)) calls.add(block);
          if (block.type === 'text')
            session.emit({ type: 'words', at: session.now(), text: block.text });
        },
        onRetry: (retry) => {
          blocks.length = 0;
          session.emit({ type: 'api_retry', at: session.now(), retry });
        },
      },
      session.signal,
    );
    return { answer, calls };
  } catch (error) {
    calls.abort('The answer that made this call failed.');
    await keepWhatRan(session, conversation, blocks, calls);
    throw error;
  }
}

/** Work that was done in an answer that then failed must not be missing from the record. */
async function keepWhatRan(
  session: Session,
  conversation: Conversation,
  blocks: readonly ContentBlock[],
  calls: CallRunner,
): Promise<void> {
  const results = await calls.finish();
  conversation.calls.push(...results);
  if (results.length === 0) return;
  session.emit({
    type: 'assistant',
    at: session.now(),
    message: unfinishedMessage(session.model.id, blocks),
    requestId: undefined,
    durationMs: 0,
  });
  emitResults(session, results);
}

/** Written down before its calls have ended: what kills the run then must not lose what was asked. */
function record(session: Session, conversation: Conversation, answer: ModelAnswer): void {
  const { message } = answer;
  conversation.ledger.book(message, answer.durationMs);
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
}

function collect(
  session: Session,
  conversation: Conversation,
  results: readonly FinishedCall[],
): void {
  if (results.length === 0) return;
  conversation.calls.push(...results);
  conversation.messages.push(emitResults(session, results));
  for (const result of results) {
    for (const extra of result.newMessages) tell(session, conversation, extra);
  }
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

function tell(session: Session, conversation: Conversation, message: MessageParam): void {
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
