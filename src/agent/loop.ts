import type { ContentBlock } from '@anthropic-ai/sdk/resources/messages';
import { ApiFailure, type ModelAnswer } from '../model/model.ts';
import { afterAnswer, type Next } from './after-answer.ts';
import { tellTooLong } from './context/tell-too-long.ts';
import type { Conversation } from './conversation.ts';
import { addDenial } from './denial-list.ts';
import { limitNote } from './limit-notes.ts';
import type { NextRequest } from './limits.ts';
import { prepareRequest } from './prepare-request.ts';
import { collect, keepWhatRan, record, tell } from './record.ts';
import { type CallRunner, type Ending, isToolUse, type Session } from './session.ts';
import { batchWithHooks, startWithHooks, stopWithHooks } from './session-hooks.ts';

/**
 * Ask, run, tell, repeat. A turn has four phases: prepare the context, call the model, run its
 * tools, collect the results. Limits are checked before each request.
 * @throws what the model throws (`ApiFailure`) and the `Interruption` of the session's signal.
 */
export async function runLoop(session: Session, conversation: Conversation): Promise<Ending> {
  const start = await startWithHooks(session);
  if ('ending' in start) return start.ending;
  for (const denial of start.denials) addDenial(conversation.denials, denial);
  tell(session, conversation, start.first);
  for (;;) {
    const next = await prepareRequest(session, conversation);
    if (next.ending) return next.ending;

    const asked = await askModel(session, conversation, next);
    if (!asked) continue;
    const { answer, calls } = asked;
    record(session, conversation, answer);
    const results = await calls.finish();
    collect(session, conversation, results);
    await timersAndSignals();

    const ending = results.find((result) => result.endRun)?.endRun;
    if (ending) return { stopReason: ending.stopReason, errors: [ending.reason] };
    session.signal.throwIfAborted();

    const batch = await batchWithHooks(session, conversation, results);
    if (batch) return batch;

    const after = afterAnswer(session, conversation, answer, results);
    const said = await mayStop(session, conversation, after);
    if ('ending' in said) return said.ending;
    tell(session, conversation, said.tell);
    tell(session, conversation, limitNote(session, conversation));
  }
}

/** Only an agent that is done can be sent back to work. */
async function mayStop(session: Session, conversation: Conversation, next: Next): Promise<Next> {
  if (!('ending' in next) || next.ending.stopReason !== 'completed') return next;
  const said = await stopWithHooks(session, conversation);
  session.history.endTurn();
  return said.tell ? { tell: said.tell } : { ending: said.ending ?? next.ending };
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

/** One request. Its calls begin while the answer still streams. `undefined`: it is too long, and was not answered. */
async function askModel(
  session: Session,
  conversation: Conversation,
  { usd, maxTokens = session.maxTokens }: NextRequest,
): Promise<{ answer: ModelAnswer; calls: CallRunner } | undefined> {
  const blocks: ContentBlock[] = [];
  const calls = session.startCalls(
    () => ({ id: `turn_${conversation.ledger.turns + 1}`, content: blocks }),
    conversation.messages,
  );
  const release = conversation.ledger.reserve(usd);
  session.emit({ type: 'request_started', at: session.now(), turn: conversation.ledger.turns + 1 });
  try {
    const answer = await session.model.answer(
      {
        system: session.system,
        tools: session.tools,
        messages: conversation.messages,
        maxTokens,
      },
      {
        onBlock: (block) => {
          blocks.push(block);
          if (isToolUse(block)) calls.add(block);
          if (block.type === 'text')
            session.emit({ type: 'words', at: session.now(), text: block.text });
        },
        ...conversation.ledger.payingFor(),
        onInput: (call, fields) => calls.preview(call, fields),
        onRetry: (retry) => {
          blocks.length = 0;
          conversation.trouble = retry.error;
          session.emit({ type: 'api_retry', at: session.now(), retry });
        },
      },
      session.signal,
    );
    conversation.trouble = undefined;
    return { answer, calls };
  } catch (error) {
    calls.abort('The answer that made this call failed.');
    const failure = error instanceof ApiFailure ? error : undefined;
    await keepWhatRan(session, conversation, blocks, calls, failure?.requestId);
    if (!failure?.tooLong || blocks.length > 0) throw error;
    const { context } = conversation;
    context.tooLong = true;
    tellTooLong(session, failure, context.tries + 1);
    return undefined;
  } finally {
    release();
  }
}
