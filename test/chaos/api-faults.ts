import type { RequestBody } from '../fakes/anthropic-cache.ts';
import type { FakeTurn } from '../fakes/anthropic-turn.ts';
import { isQuestion, type ScriptedAgent } from './agent.ts';
import { broken } from './broken-streams.ts';
import type { Dice } from './dice.ts';
import { odd } from './odd-answers.ts';

/** What a run may end as because of a fault; empty: it gets over it; with `completed`: it may. */
type Ends = readonly ('api_error' | 'refusal' | 'error' | 'completed')[];

interface Meeting {
  readonly body: RequestBody;
  readonly agent: ScriptedAgent;
  readonly dice: Dice;
  /** The credential that the request came with. */
  readonly key: string;
}

/** Trouble that the API makes of an answer. */
export interface ApiFault {
  /** What becomes of the answer that would have come. */
  make(turn: FakeTurn, meeting: Meeting): FakeTurn;
  readonly ends: Ends | ((body: RequestBody) => Ends);
}

const passing = (make: ApiFault['make']): ApiFault => ({ make, ends: [] });
const fatal = (status: number, type: string, message: string): ApiFault => ({
  make: (_turn, { key }) => ({ status, error: { type, message: `${message} (${key})` } }),
  ends: ['api_error'],
});
const status = (code: number, type: string, headers = { 'retry-after': '0' }) =>
  passing(() => ({ status: code, error: { type, message: `chaos ${code}` }, headers }));
/** The task by itself can't be shortened, and a conversation of a few words perhaps not either. */
const tooLong = (code: number, type: string, message: string): ApiFault => ({
  make: () => ({ status: code, error: { type, message } }),
  ends: (body) =>
    body.messages.some(({ role }) => role === 'assistant') ? ['completed', 'error'] : ['error'],
});

/** A summary that comes so is asked for again, or taken as the text that it is. */
const forTheTask =
  (reason: 'refusal' | 'error'): ApiFault['ends'] =>
  (body) =>
    isQuestion(body) ? [] : [reason];

/** Thinking that comes garbled can't be sent back as it was: that would be the API's own fault. */
const plain = (turn: FakeTurn): FakeTurn => ({
  ...turn,
  content: (turn.content ?? []).filter(({ type }) => type !== 'thinking'),
});

/** Faults after which a conversation may be sent changed, to be shorter. */
export const SHORTENING = ['413', 'prompt too long', 'window full'];

export const API_FAULTS: Readonly<Record<string, ApiFault>> = {
  400: fatal(400, 'invalid_request_error', 'messages: chaos'),
  401: fatal(401, 'authentication_error', 'invalid x-api-key'),
  403: fatal(403, 'permission_error', 'not allowed'),
  404: fatal(404, 'not_found_error', 'no such model'),
  'spend cap': fatal(429, 'rate_limit_error', 'spend limit'),
  413: tooLong(413, 'request_too_large', 'Request exceeds the maximum size'),
  'prompt too long': tooLong(400, 'invalid_request_error', 'prompt is too long: 9 tokens > 8'),
  429: status(429, 'rate_limit_error'),
  500: status(500, 'api_error'),
  502: status(502, 'api_error'),
  503: status(503, 'api_error'),
  529: status(529, 'overloaded_error'),
  'overloaded in the stream': passing((turn) => ({
    ...turn,
    breakAfterBlocks: Math.max(0, (turn.content?.length ?? 0) - 1),
    breakWith: 'error',
  })),
  'reset before the head': passing((turn) => ({ ...turn, deliver: broken.resetBeforeHead() })),
  'reset after the head': passing((turn) => ({ ...turn, deliver: broken.resetAfterHead() })),
  cut: passing((turn, { dice }) => ({ ...turn, deliver: broken.cut(dice) })),
  'ended early': passing((turn, { dice }) => ({ ...turn, deliver: broken.ended(dice) })),
  stall: passing((turn, { dice }) => ({ ...turn, deliver: broken.stalled(dice) })),
  'slow bytes': passing((turn) => ({ ...turn, deliver: broken.slow() })),
  'garbage in the stream': passing((turn, { dice }) => ({
    ...plain(turn),
    deliver: broken.garbage(dice),
  })),
  'events in another order': passing((turn, { dice }) => ({
    ...plain(turn),
    deliver: broken.shuffled(dice),
  })),
  'an event twice': passing((turn, { dice }) => ({
    ...plain(turn),
    deliver: broken.doubled(dice),
  })),
  'HTML with 502': passing((turn, { key }) => ({ ...turn, deliver: broken.html(502, key) })),
  'HTML with 200': passing((turn, { key }) => ({ ...turn, deliver: broken.html(200, key) })),
  'signs of life only': passing((turn, { dice }) => ({ ...turn, deliver: broken.pinging(dice) })),
  'more behind its end': passing((turn) => ({ ...turn, deliver: broken.goesOn() })),
  'no reason at its end': passing((turn) => ({ ...turn, deliver: broken.withoutReason() })),
  'another protocol': passing((turn) => ({ ...turn, deliver: broken.switched() })),
  'counts below zero': passing((turn) => ({
    ...turn,
    usage: { input_tokens: -1e9, output_tokens: -1e9, cache_creation: { chaos: 'x' } },
  })),
  'megabytes with 403': {
    make: (turn, { key }) => ({ ...turn, deliver: broken.wordy(403, key) }),
    ends: ['api_error'],
  },
  'strange events': passing((turn) => ({ ...turn, strangeEvents: true, lingers: true })),
  'unknown block': passing(odd.unknownBlock),
  'call id twice': passing(odd.idTwice),
  'call id of earlier': passing(odd.oldId),
  'unfinished input': passing(odd.unfinishedInput),
  'input that is no object': passing(odd.inputNoObject),
  empty: passing(() => ({ content: [] })),
  blank: passing(() => ({ content: [{ type: 'text', text: ' \n' }] })),
  pause: passing(() => ({ content: [{ type: 'text', text: 'Hm.' }], stopReason: 'pause_turn' })),
  'cut at max_tokens': passing(odd.maxTokens),
  'window full': { make: odd.windowFull, ends: ['completed', 'error'] },
  'huge words': passing(odd.hugeWords),
  refusal: { make: odd.refusal, ends: forTheTask('refusal') },
  'unknown end': {
    make: (turn) => ({ ...turn, stopReason: 'shimmer' }),
    ends: forTheTask('error'),
  },
};
