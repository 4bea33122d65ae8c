import type { MessageParam } from '@anthropic-ai/sdk/resources/messages';
import type { Conversation } from './conversation.ts';
import type { Session } from './session.ts';
import { wrapUpAtMs } from './time-limit.ts';

type Limited = Pick<Session, 'limits' | 'ledger' | 'time'>;

/** How much of something is used, and how near to its end that is. */
interface Use {
  readonly name: string;
  /** 0: far from the end; 1: three quarters; 2: time to wrap up. */
  readonly stage: 0 | 1 | 2;
  readonly text: string;
}

const SAVE = 'Use what is left for what matters most.';
const WRAP_UP =
  'Wrap up now: finish what you are at, leave the files in a state that works, and give your last message.';

/**
 * A short reminder for the agent that turns, money or time are running out: at three quarters, and
 * when it has to wrap up, each once. `undefined`: there is nothing new to say.
 */
export function limitNote(session: Limited, conversation: Conversation): MessageParam | undefined {
  const { told } = conversation;
  const uses = [turns(session, conversation), money(session), time(session)].flatMap(
    (use) => use ?? [],
  );
  const news = uses.filter(({ name, stage }) => stage > (told.get(name) ?? 0));
  if (news.length === 0) return undefined;
  for (const { name, stage } of news) told.set(name, stage);
  const advice = news.some(({ stage }) => stage === 2) ? WRAP_UP : SAVE;
  const text = `<system-reminder>\n${[...news.map((use) => use.text), advice].join(' ')}\n</system-reminder>`;
  return { role: 'user', content: [{ type: 'text', text }] };
}

function turns({ limits }: Limited, { ledger }: Conversation): Use | undefined {
  const left = limits.max_turns - ledger.turns;
  if (left <= 0) return undefined;
  return {
    name: 'turns',
    stage: stageOf(ledger.turns / limits.max_turns),
    text: `${ledger.turns} of ${limits.max_turns} turns are used, ${left} ${left === 1 ? 'is' : 'are'} left.`,
  };
}

function money({ ledger }: Limited): Use | undefined {
  const { payableUsd, leftUsd } = ledger;
  if (!Number.isFinite(payableUsd)) return undefined;
  const spent = payableUsd - leftUsd;
  return {
    name: 'money',
    stage: stageOf(spent / payableUsd),
    text: `$${spent.toFixed(2)} of $${payableUsd.toFixed(2)} are spent.`,
  };
}

function time({ time: limit }: Limited): Use | undefined {
  if (!limit) return undefined;
  const elapsed = limit.elapsedMs();
  const all = limit.minutes * 60_000;
  const isLate = elapsed >= wrapUpAtMs(limit);
  return {
    name: 'time',
    stage: isLate ? 2 : early(elapsed / all),
    text: `${leftOf(all - elapsed)} left of ${leftOf(all)}.`,
  };
}

function stageOf(share: number): 0 | 1 | 2 {
  return share >= 0.9 ? 2 : early(share);
}

function early(share: number): 0 | 1 {
  return share >= 0.75 ? 1 : 0;
}

function leftOf(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 120) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  return `${Math.floor(seconds / 60)} minutes`;
}
