import { BaseAnthropic } from '@anthropic-ai/sdk/client';
import type { BodyInParts } from './http-body.ts';
import { RequestBytes } from './request-bytes.ts';

/**
 * The SDK's client, which by itself would serialise a whole conversation anew for every request. Its
 * `fetch` must take a body in parts (`createHttpFetch`), and its headers say of what type bodies are.
 */
export class FirstPartyClient extends BaseAnthropic {
  readonly #bytes = new RequestBytes();

  protected override async prepareOptions(
    options: Parameters<BaseAnthropic['buildRequest']>[0],
  ): Promise<void> {
    const parts = this.#bytes.of(options.body);
    if (!parts) return;
    options.body = undefined;
    const inParts: BodyInParts = { parts };
    options.fetchOptions = Object.assign({}, options.fetchOptions, inParts);
  }
}
