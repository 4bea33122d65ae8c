import type { MessageParam } from '@anthropic-ai/sdk/resources/messages';
import { onTestFinished } from 'vitest';
import { Ledger } from '../../../src/agent/ledger.ts';
import type { FinishedCall, Session } from '../../../src/agent/session.ts';
import { createApiModel } from '../../../src/model/api-model.ts';
import type { Model } from '../../../src/model/model.ts';
import { type FakeOptions, startFakeAnthropic } from '../../fakes/anthropic-api.ts';
import { asBlocks, plainJson, type RequestBody } from '../../fakes/anthropic-cache.ts';
import { runner, session } from '../played-session.ts';

export interface LongOptions extends Omit<FakeOptions, 'checksPrefix' | 'windowTokens'> {
  /** What the model is taken to hold, tokens. */
  readonly window: number;
  /** What the API really takes; absent: anything. */
  readonly realWindow?: number;
  /** Characters of a result, by the id of its call. */
  readonly resultChars?: (id: string) => number;
  readonly session?: Partial<Session>;
}

/** A session with the API client over a loopback API that holds little. */
export async function longSession(options: LongOptions) {
  const {
    window,
    realWindow,
    resultChars = () => 4_000,
    session: overrides,
    ...fakeOptions
  } = options;
  const fake = await startFakeAnthropic({
    ...fakeOptions,
    checksPrefix: false,
    ...(realWindow !== undefined && { windowTokens: realWindow }),
  });
  onTestFinished(() => fake.close());
  const api = createApiModel({
    model: 'claude-sonnet-5-5',
    apiKey: 'sk-test',
    baseUrl: fake.url,
    environment: {},
    retry: { maxRetries: 0 },
  });
  const model: Model = {
    ...api,
    capabilities: () => ({ ...api.capabilities(), maxInputTokens: window }),
  };
  const saved: string[] = [];
  let forgotten = 0;
  const made = session([], {
    model,
    system: [{ type: 'text', text: 'You fix code.' }],
    tools: [{ name: 'Look', description: 'Looks.', input_schema: { type: 'object' } }],
    limits: { max_turns: 100 },
    ledger: new Ledger({ limitUsd: 100 }),
    startCalls: runner(
      (id): Partial<FinishedCall> => ({
        block: {
          type: 'tool_result',
          tool_use_id: id,
          content: `${id} `.repeat(resultChars(id) / (id.length + 1)),
        },
      }),
    ),
    history: {
      forgetTold: () => {},
      endTurn: () => {},
      forgetShown: () => {
        forgotten += 1;
      },
      recentFiles: () => ['src/sum.js'],
      saveResult: async (id) => {
        saved.push(id);
        return `/run/outputs/${id}.txt`;
      },
    },
    ...overrides,
  });
  return { ...made, fake, saved, forgotten: () => forgotten };
}

/** True for the request that asks for a summary. */
export function asksForSummary({ messages }: Pick<RequestBody, 'messages'>): boolean {
  return plainJson(messages.at(-1)).includes('will be replaced by what you write now');
}

/** How often the messages of a request were no continuation of those of the one before. */
export function prefixBreaks(requests: readonly Pick<RequestBody, 'messages'>[]): number {
  let breaks = 0;
  let before: string[] = [];
  for (const request of requests) {
    const now = request.messages.map(({ role, content }) => plainJson([role, asBlocks(content)]));
    if (before.some((message, index) => message !== now[index])) breaks += 1;
    // What asks for the summary is no part of the conversation.
    before = asksForSummary(request) ? now.slice(0, -1) : now;
  }
  return breaks;
}

export function textOf(
  message: MessageParam | RequestBody['messages'][number] | undefined,
): string {
  return message === undefined ? '' : plainJson(message.content);
}
