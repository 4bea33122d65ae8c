import type { ContentBlock, Message, MessageParam } from '@anthropic-ai/sdk/resources/messages';
import { Ledger } from '../../src/agent/ledger.ts';
import type { CallRunner, FinishedCall, Session } from '../../src/agent/session.ts';
import type { RunEvent } from '../../src/events/run-event.ts';
import { emptyHooks } from '../../src/hooks/no-hooks.ts';
import { knownCapabilities } from '../../src/model/capabilities.ts';
import type { Model, ModelAnswer } from '../../src/model/model.ts';

export type Turn = Partial<Omit<Message, 'content'>> & {
  content?: unknown[];
  cut?: boolean;
  throws?: Error;
};

const usage = { input_tokens: 1000, output_tokens: 100 } as Message['usage'];
export const say = (text: string) => ({ type: 'text', text });
export const call = (id: string, name = 'Bash') => ({ type: 'tool_use', id, name, input: {} });

/** A model that plays turns and records what it was asked. */
export function playing(turns: Turn[]): { model: Model; asked: MessageParam[][] } {
  const asked: MessageParam[][] = [];
  const model: Model = {
    id: 'claude-sonnet-5-5',
    provider: 'test',
    capabilities: () => knownCapabilities('claude-sonnet-5-5'),
    answer: async (request, handlers) => {
      asked.push([...request.messages]);
      const turn = turns.shift();
      if (!turn) throw new Error('The test has no further turn.');
      const content = (turn.content ?? []) as ContentBlock[];
      for (const [index, block] of content.entries()) handlers.onBlock(block, index);
      if (turn.throws) throw turn.throws;
      const message = {
        id: 'msg',
        type: 'message',
        role: 'assistant',
        model: 'claude-sonnet-5-5',
        stop_reason: content.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn',
        stop_sequence: null,
        stop_details: null,
        usage,
        ...turn,
        content,
      } as unknown as Message;
      return {
        message,
        cut: turn.cut ?? false,
        requestId: 'req',
        durationMs: 5,
      } satisfies ModelAnswer;
    },
  };
  return { model, asked };
}

/** Every call succeeds, unless the test says what becomes of it. */
export function runner(fate: (id: string) => Partial<FinishedCall> = () => ({})): () => CallRunner {
  return () => {
    const ids: string[] = [];
    let aborted: string | undefined;
    return {
      add: (block) => ids.push(block.id),
      preview: () => {},
      get started() {
        return ids.length;
      },
      finish: async () =>
        ids.map((id) => ({
          toolUseId: id,
          toolName: 'Look',
          toolInput: {},
          block: { type: 'tool_result' as const, tool_use_id: id, content: aborted ?? 'ok' },
          newMessages: [],
          output: 'ok',
          denial: undefined,
          endRun: undefined,
          ...fate(id),
        })),
      abort: (reason) => {
        aborted = reason;
      },
    };
  };
}

export function session(turns: Turn[], overrides: Partial<Session> = {}) {
  const { model, asked } = playing(turns);
  const events: RunEvent[] = [];
  const all: Session = {
    model,
    system: [],
    tools: [],
    maxTokens: 1000,
    limits: { max_turns: 20 },
    ledger: new Ledger({ limitUsd: 10 }),
    signal: new AbortController().signal,
    prompt: { role: 'user', content: 'task' },
    task: 'task',
    hooks: emptyHooks(),
    runHooks: async () => [],
    wantsStructuredOutput: false,
    emit: (event) => events.push(event),
    now: Date.now,
    startCalls: runner(),
    appState: () => ({ todos: [], structuredOutput: undefined }),
    history: {
      forgetShown: () => {},
      forgetTold: () => {},
      endTurn: () => {},
      recentFiles: () => [],
      saveResult: async () => undefined,
    },
    ...overrides,
  };
  return { session: all, events, asked };
}
