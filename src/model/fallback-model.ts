import type {
  ContentBlock,
  ContentBlockParam,
  MessageParam,
} from '@anthropic-ai/sdk/resources/messages';
import {
  ApiFailure,
  type Model,
  type ModelAnswer,
  type ModelRequest,
  type StreamHandlers,
} from './model.ts';

/**
 * Two models as one: when the first has no room (529, `overloaded_error`) often enough for its retry
 * policy to give up, the second takes over and stays for the rest of the run. No other failure makes it:
 * a model that doesn't exist or a key that isn't accepted is a mistake to be told.
 */
export function withFallback(first: Model, second: Model): Model {
  let model = first;
  const own = new OwnThinking();
  return {
    get id() {
      return model.id;
    },
    get provider() {
      return model.provider;
    },
    get pricedAs() {
      return model.pricedAs ?? model.id;
    },
    get othersPricedAs() {
      return model === first ? [second.pricedAs ?? second.id] : [];
    },
    get prefixTtl() {
      // Whichever answers: the dearer way counts.
      return model === first ? (first.prefixTtl ?? second.prefixTtl) : second.prefixTtl;
    },
    capabilities: () => model.capabilities(),
    async answer(request, handlers, signal) {
      const start = performance.now();
      if (model === first) {
        const tried = await tryFirst(first, request, handlers, signal);
        if (!(tried instanceof ApiFailure)) return tried;
        model = second;
        handlers.onRetry({
          attempt: 1,
          maxRetries: 1,
          delayMs: 0,
          status: tried.status,
          error: tried.message,
          requestId: tried.requestId,
          fallbackModel: second.id,
        });
      }
      const messages = own.without(request.messages);
      const answer = await second.answer({ ...request, messages }, handlers, signal);
      own.keep(answer.message.content);
      return { ...answer, durationMs: Math.round(performance.now() - start) };
    },
    async countTokens(request, signal) {
      if (model === first) return first.countTokens?.(request, signal);
      return second.countTokens?.({ ...request, messages: own.without(request.messages) }, signal);
    },
  };
}

/** The answer; the failure, where another model may have one. */
async function tryFirst(
  first: Model,
  request: ModelRequest,
  handlers: StreamHandlers,
  signal: AbortSignal,
): Promise<ModelAnswer | ApiFailure> {
  try {
    return await first.answer(request, handlers, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ApiFailure && error.overloaded) return error;
    throw error;
  }
}

/**
 * Thinking is bound to the model that thought: the API drops what another model can't read, and older
 * models refuse it (preserved thinking page of the API documentation). So it never leaves here, and
 * the prefix is the same from request to request.
 */
class OwnThinking {
  readonly #signatures = new Set<string>();

  keep(content: readonly ContentBlock[]): void {
    for (const block of content) {
      const signature = signatureOf(block);
      if (signature !== undefined) this.#signatures.add(signature);
    }
  }

  /** The messages without the thinking of others; one with nothing else in it is left out. */
  without(messages: readonly MessageParam[]): readonly MessageParam[] {
    return messages.flatMap((message) => {
      if (message.role !== 'assistant' || typeof message.content === 'string') return [message];
      const content = message.content.filter((block) => this.#isOwn(block));
      if (content.length === message.content.length) return [message];
      return content.length > 0 ? [{ ...message, content }] : [];
    });
  }

  #isOwn(block: ContentBlockParam): boolean {
    const signature = signatureOf(block);
    return signature === undefined || this.#signatures.has(signature);
  }
}

function signatureOf(block: ContentBlock | ContentBlockParam): string | undefined {
  if (block.type === 'thinking') return block.signature;
  return block.type === 'redacted_thinking' ? block.data : undefined;
}
