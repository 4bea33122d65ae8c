import type { TextBlockParam, ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages';
import type { OpenCall } from './open-call.ts';
import { redactSafely } from './redact-safely.ts';

/**
 * Puts what hooks and the pipeline want the model to know beside a result, each a block of its own:
 * what a tool printed can then not pass as theirs.
 */
export function withNotes(call: OpenCall, block: ToolResultBlockParam): ToolResultBlockParam {
  if (call.notes.length === 0) return block;
  const { content = '' } = block;
  const parts = typeof content === 'string' ? asText(content) : content;
  const notes = call.notes.map((note) => ({
    type: 'text' as const,
    text: `<system-reminder>\n${redactSafely(call.governance, note)}\n</system-reminder>`,
  }));
  return { ...block, content: [...parts, ...notes] };
}

function asText(text: string): TextBlockParam[] {
  return text === '' ? [] : [{ type: 'text', text }];
}
