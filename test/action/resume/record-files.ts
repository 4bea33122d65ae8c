import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../fakes/repository.ts';

type Fields = Readonly<Record<string, unknown>>;

export const INIT = {
  type: 'system',
  subtype: 'init',
  schema_version: 1,
  session_id: 'before',
  cwd: '/checkout',
  model: 'claude-sonnet-5-5',
  unattended: { trust: 'trusted' },
};

export const told = (content: unknown, more: Fields = {}): Fields => ({
  type: 'user',
  message: { role: 'user', content },
  parent_tool_use_id: null,
  ...more,
});

export const answered = (content: readonly unknown[], message: Fields = {}): Fields => ({
  type: 'assistant',
  message: {
    id: 'msg',
    role: 'assistant',
    model: 'claude-sonnet-5-5',
    stop_reason: 'end_turn',
    usage: { input_tokens: 1_000, output_tokens: 100 },
    content,
    ...message,
  },
  parent_tool_use_id: null,
});

export const say = (text: string) => ({ type: 'text', text });
export const use = (id: string, name = 'Read') => ({ type: 'tool_use', id, name, input: {} });
export const result = (id: string, content: unknown = 'ok') => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
});

/** A journal with these messages; `rest` stands behind them as it is. */
export function journal(messages: readonly unknown[], rest = ''): string {
  const path = join(temporaryFolder(), 'transcript.jsonl');
  writeFileSync(path, messages.map((message) => `${JSON.stringify(message)}\n`).join('') + rest);
  return path;
}
