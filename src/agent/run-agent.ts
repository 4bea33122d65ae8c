import { ConfigError, messageOf } from '../base/errors.ts';
import { oneLine } from '../base/text.ts';
import type { ChangedFile, Denial, Outcome } from '../events/outcome.ts';
import { ApiFailure } from '../model/model.ts';
import { type Conversation, newConversation } from './conversation.ts';
import { inTime } from './in-time.ts';
import { runLoop } from './loop.ts';
import { type Ending, Interruption, type Session } from './session.ts';
import { endWithHooks } from './session-hooks.ts';

/** After a run was told to end: so long its calls may take to obey (they have 2 s each) … */
const LOOP_ENDS_MS = 2_400;
/** … and with them the hooks of its end. */
const HOOKS_END_MS = 3_200;

/**
 * Runs a session to its end, whatever that is. Never rejects: a crash is an ending like any other,
 * so that what was done is reported.
 */
export async function runAgent(session: Session): Promise<Outcome> {
  const startedAt = session.now();
  const conversation = newConversation(session.ledger, session.earlier);
  const { signal } = session;
  const ending = await inTime(runLoop(session, conversation), signal, LOOP_ENDS_MS).catch(
    (error: unknown) => endingOf(error, session, conversation),
  );
  // Hooks have no say any more: what goes wrong with them, or hangs, changes nothing.
  await inTime(endWithHooks(session, conversation, ending), signal, HOOKS_END_MS).catch(() => {});
  return {
    ...emptyOutcome(ending, session.now() - startedAt),
    ...spent(conversation),
    result: conversation.lastText,
    structuredOutput: session.appState().structuredOutput,
    denials: conversation.denials,
  };
}

/** The outcome of a run that ended before its agent began. */
export function emptyOutcome(ending: Ending, durationMs: number): Outcome {
  return {
    stopReason: ending.stopReason,
    errors: ending.errors,
    result: '',
    structuredOutput: undefined,
    numTurns: 0,
    durationMs,
    durationApiMs: 0,
    costUsd: 0,
    costIsEstimate: false,
    usage: undefined,
    modelUsage: {},
    denials: [] as readonly Denial[],
    changedFiles: [] as readonly ChangedFile[],
    ...(ending.apiStatus !== undefined && { apiStatus: ending.apiStatus }),
    ...(ending.apiRequestId !== undefined && { apiRequestId: ending.apiRequestId }),
  };
}

function spent({ ledger }: Conversation) {
  return {
    numTurns: ledger.turns,
    durationApiMs: ledger.apiMs,
    costUsd: ledger.costUsd,
    costIsEstimate: ledger.costIsEstimate,
    usage: ledger.usage,
    modelUsage: ledger.modelUsage,
    spending: ledger.spending,
    ...(ledger.own && { own: ledger.own }),
  };
}

/** One catch for everything that ends a run from below: known ends by their type, the rest is a crash. */
function endingOf(error: unknown, session: Session, { trouble }: Conversation): Ending {
  const reason: unknown = session.signal.aborted ? session.signal.reason : error;
  if (reason instanceof Interruption) {
    const { stopReason, message } = reason;
    // Else more time would be given to a run that waits for an API in trouble.
    const why = trouble ? ` The API had given no answer yet: ${oneLine(trouble, 300)}` : '';
    const [first = '', ...rest] = message.split('\n');
    return { stopReason, errors: [[`${first}${why}`, ...rest].join('\n')] };
  }
  if (error instanceof ConfigError) return { stopReason: 'config_error', errors: [error.message] };
  if (error instanceof ApiFailure) {
    const { message, status, requestId } = error;
    return {
      stopReason: 'api_error',
      errors: [message],
      apiStatus: status,
      apiRequestId: requestId,
    };
  }
  const trace = error instanceof Error && error.stack ? `\n${error.stack}` : '';
  return { stopReason: 'error', errors: [`Unattended crashed: ${messageOf(error)}${trace}`] };
}
