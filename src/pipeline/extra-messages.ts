import type { ContentBlockParam, MessageParam } from '@anthropic-ai/sdk/resources/messages';
import { cutText } from '../base/text.ts';

/** What a tool may say beside its result, characters of text in all. */
const MOST_CHARS = 100_000;

/** The messages that a tool wants to be said beside its result: without secrets, and no longer than a result may be. */
export function extraMessages(
  messages: readonly MessageParam[],
  redact: (text: string) => string,
): readonly MessageParam[] {
  let left = MOST_CHARS;
  const kept = (text: string): string => {
    const clean = redact(text);
    const start = cutText(clean, left);
    left -= start.length;
    if (start.length === clean.length) return clean;
    return `${start}\n[… ${clean.length - start.length} more characters are left out here …]`;
  };
  const fitPart = (part: ContentBlockParam): ContentBlockParam =>
    part.type === 'text' ? { ...part, text: kept(part.text) } : part;
  return messages.map((message) => {
    const { content } = message;
    if (typeof content === 'string') return { ...message, content: kept(content) };
    return { ...message, content: content.map(fitPart) } as MessageParam;
  });
}
