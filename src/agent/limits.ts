import { countOf } from '../base/text.ts';
import { type Asked, afford, leastUsd, payable } from './afford.ts';
import type { Conversation } from './conversation.ts';
import { inputTokens, prefixTokens } from './input-size.ts';
import type { Ending, Session } from './session.ts';
import { lastTurnAtMs } from './time-limit.ts';

/** What the limits allow to be asked next. */
export interface NextRequest {
  /** A limit is reached, and the run ends with this; absent: there is room. */
  readonly ending?: Ending;
  /** How long the answer may be; absent: there may be no request at all any more. */
  readonly maxTokens?: number;
  /** The worst case of it, US dollars. */
  readonly usd: number;
}

type Limited = Pick<
  Session,
  'limits' | 'model' | 'system' | 'tools' | 'maxTokens' | 'ledger' | 'time'
>;

/**
 * Checks turns, money and time before a request. At a limit one last answer in words is granted, where
 * money and time are left for it.
 */
export function nextRequest(session: Limited, conversation: Conversation): NextRequest {
  const asked: Asked = {
    models: payable(session.model, conversation.counted?.model),
    inputTokens: inputTokens(session, conversation),
    prefixTokens: prefixTokens(session),
    prefixTtl: session.model.prefixTtl,
    maxTokens: session.maxTokens,
  };
  const afforded = afford(conversation.ledger, asked);
  if (afforded === undefined) return { ending: noMoney(conversation, asked), usd: 0 };
  const { maxTokens, usd } = afforded;
  const hasWorked = conversation.counted !== undefined;
  const ending =
    turnsUsed(session, conversation) ??
    timeUsed(session) ??
    // Without a turn there is nothing to sum up: then the only request is for work.
    (hasWorked && !afforded.anotherFits ? onlyASummary(conversation, asked) : undefined);
  return { maxTokens, usd, ...(ending && { ending }) };
}

function turnsUsed({ limits }: Limited, { ledger }: Conversation): Ending | undefined {
  if (ledger.turns < limits.max_turns) return undefined;
  return {
    stopReason: 'max_turns',
    errors: [`${usedUp(limits.max_turns, 'turn')} Raise max_turns to let it go on.`],
  };
}

function timeUsed({ time }: Limited): Ending | undefined {
  if (!time || time.elapsedMs() < lastTurnAtMs(time)) return undefined;
  return { stopReason: 'deadline', errors: [timeIsUp(time.minutes)] };
}

/** What ends a run whose time is up. */
export function timeIsUp(minutes: number): string {
  return `${usedUp(minutes, 'minute')} Raise timeout_minutes to give it more.`;
}

function usedUp(count: number, unit: string): string {
  return `${countOf(count, unit)} ${count === 1 ? 'is' : 'are'} used up.`;
}

function noMoney(conversation: Conversation, asked: Asked): Ending {
  const { turns, costUsd, payableUsd } = conversation.ledger;
  const least = dollars(leastUsd(asked));
  return outOfMoney(
    turns === 0 && costUsd === 0
      ? `The first request could cost ${least}, and the limit is ${dollars(payableUsd)}.`
      : `${spentOf(conversation)}, and another request could cost ${least}.`,
  );
}

/** There is money for one request, and it goes into the summary. */
function onlyASummary(conversation: Conversation, asked: Asked): Ending {
  const both = dollars(2 * leastUsd(asked));
  return outOfMoney(
    `${spentOf(conversation)}, and another request with the summary after it could cost ${both}.`,
  );
}

function spentOf({ ledger }: Conversation): string {
  return `${dollars(ledger.costUsd)} of ${dollars(ledger.payableUsd)} is spent`;
}

function outOfMoney(sentence: string): Ending {
  return {
    stopReason: 'max_budget',
    errors: [`${sentence} Raise max_budget_usd to let it go on.`],
  };
}

function dollars(usd: number): string {
  return `$${usd.toFixed(usd > 0 && usd < 0.01 ? 4 : 2)}`;
}
