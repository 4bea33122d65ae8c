import type { MessageParam } from '@anthropic-ai/sdk/resources/messages';
import { foreignWords } from '../model/foreign-words.ts';
import type { ModelAnswer } from '../model/model.ts';
import type { Conversation } from './conversation.ts';
import type { Ending, FinishedCall, Session } from './session.ts';

/** The loop ends, or goes on, perhaps after telling the model something. */
export type Next = { readonly ending: Ending } | { readonly tell: MessageParam | undefined };

/** How often in a row the model is asked again for the same trouble. */
const PATIENCE = 3;

/** What an answer means for the run: every stop reason of the API (contracts: Messages API, response). */
export function afterAnswer(
  session: Session,
  conversation: Conversation,
  answer: ModelAnswer,
  results: readonly FinishedCall[],
): Next {
  const { message } = answer;
  if (deliveredBy(session, results)) return { ending: { stopReason: 'completed', errors: [] } };
  if (answer.cut) return goOn(conversation);
  switch (message.stop_reason) {
    case 'refusal':
      return { ending: { stopReason: 'refusal', errors: [refusalText(message.stop_details)] } };
    case 'model_context_window_exceeded':
      conversation.context.tooLong = true;
      if (results.length > 0) return goOn(conversation);
      return again(
        conversation,
        'window',
        user('Your answer was cut: the conversation was full. Go on from there.'),
        'The conversation filled the model again and again. Give a smaller task, or a model with a larger context.',
        'error',
      );
    case 'pause_turn':
      return again(conversation, 'pause', undefined, 'The API paused the answer too often.');
    case 'max_tokens':
      if (results.length > 0) return goOn(conversation);
      return again(
        conversation,
        'cut',
        user(
          'Your answer was cut at the length limit and any unfinished call was not run. Go on from there, in smaller steps.',
        ),
        'The answers of the model were cut at the length limit too often.',
      );
    case 'tool_use':
      if (results.length > 0) return goOn(conversation);
      return again(
        conversation,
        'call',
        user('Your answer ended for a call, and held none. Make it, or say what you did.'),
        'The answers of the model ended for calls that they did not hold.',
      );
    case 'end_turn':
    case 'stop_sequence':
    case null:
      if (results.length > 0) return goOn(conversation);
      return finished(session, conversation, answer);
    default:
      return end(
        'error',
        `The API ended its answer with “${foreignWords(String(message.stop_reason), 100)}”, which this version does not know.`,
      );
  }
}

function finished(session: Session, conversation: Conversation, answer: ModelAnswer): Next {
  const empty = !answer.message.content.some(
    (block) => block.type === 'text' && block.text.trim() !== '',
  );
  const delivered =
    session.wantsStructuredOutput && session.appState().structuredOutput !== undefined;
  if (delivered) return { ending: { stopReason: 'completed', errors: [] } };
  if (session.wantsStructuredOutput) {
    return again(
      conversation,
      'structure',
      user('The final answer has to be given by calling StructuredOutput. Call it now.'),
      'The structured answer never came: no call of StructuredOutput fitted the schema.',
      'error',
    );
  }
  if (!empty) return { ending: { stopReason: 'completed', errors: [] } };
  // Two messages of one role in a row are merged by the API, so an empty answer needs no repair.
  return again(
    conversation,
    'empty',
    user('Your answer was empty. Go on with the task, or say in a sentence what you did.'),
    'The model gave nothing but empty answers.',
  );
}

/** The structured answer is the end of a run that asked for one: nothing after it would be read. */
function deliveredBy(session: Session, results: readonly FinishedCall[]): boolean {
  return (
    session.wantsStructuredOutput &&
    results.length > 0 &&
    session.appState().structuredOutput !== undefined
  );
}

function again(
  conversation: Conversation,
  kind: string,
  tell: MessageParam | undefined,
  problem: string,
  stopReason: 'api_error' | 'error' = 'api_error',
): Next {
  const times = (conversation.again.get(kind) ?? 0) + 1;
  conversation.again.set(kind, times);
  return times > PATIENCE ? end(stopReason, problem) : { tell };
}

function goOn(conversation: Conversation): Next {
  conversation.again.clear();
  return { tell: undefined };
}

function end(stopReason: 'api_error' | 'error', problem: string): Next {
  return { ending: { stopReason, errors: [problem] } };
}

function user(text: string): MessageParam {
  return { role: 'user', content: [{ type: 'text', text }] };
}

function refusalText(
  details: { category?: string | null; explanation?: string | null } | null,
): string {
  const category = details?.category ? ` (${foreignWords(String(details.category), 100)})` : '';
  const words = details?.explanation ? `: ${foreignWords(String(details.explanation))}` : '.';
  return `The model refused to go on${category}${words}`;
}
