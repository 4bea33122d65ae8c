import type { ContentBlock, MessageParam } from '@anthropic-ai/sdk/resources/messages';
import type { ApiRetry, Model, ModelAnswer, ModelRequest } from '../../src/model/model.ts';

/** A conversation with a model, as the loop would hold it: only ever appended to. */
export class Conversation {
  readonly messages: MessageParam[];
  readonly blocks: ContentBlock[] = [];
  /** Ids of the calls handed out so far, those of failed tries too. */
  readonly everyCall: string[] = [];
  readonly retries: ApiRetry[] = [];
  readonly #model: Model;
  readonly #extra: Partial<ModelRequest>;

  constructor(model: Model, prompt = 'Fix the test.', extra: Partial<ModelRequest> = {}) {
    this.#model = model;
    this.#extra = extra;
    this.messages = [{ role: 'user', content: prompt }];
  }

  async ask(signal = new AbortController().signal): Promise<ModelAnswer> {
    this.blocks.length = 0;
    const answer = await this.#model.answer(
      {
        system: [{ type: 'text', text: 'You fix code. '.repeat(400) }],
        tools: [
          { name: 'Bash', description: 'Runs.', input_schema: { type: 'object' } },
          { name: 'Read', description: 'Reads.', input_schema: { type: 'object' } },
        ],
        messages: this.messages,
        maxTokens: 1000,
        ...this.#extra,
      },
      {
        onBlock: (block, index) => {
          this.blocks[index] = block;
          if (block.type === 'tool_use') this.everyCall.push(block.id);
        },
        onRetry: (retry) => {
          this.retries.push(retry);
          this.blocks.length = 0;
        },
      },
      signal,
    );
    this.messages.push({ role: 'assistant', content: answer.message.content });
    return answer;
  }

  /** Answers every call of the last message with `text`. */
  tell(text: string, options: { isError?: boolean; and?: string } = {}): void {
    const content = this.messages.at(-1)?.content;
    const blocks = Array.isArray(content) ? content : [];
    const ids = blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
    this.messages.push({
      role: 'user',
      content: [
        ...ids.map((id) => ({
          type: 'tool_result' as const,
          tool_use_id: id,
          content: text,
          ...(options.isError && { is_error: true }),
        })),
        ...(options.and ? [{ type: 'text' as const, text: options.and }] : []),
      ],
    });
  }
}
