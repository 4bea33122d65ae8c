import { ClientCredentialsProvider, type StoredOAuthTokens } from '@modelcontextprotocol/client';
import type { ClientCredentials } from '../config/server-config.ts';

/**
 * Client credentials for the token endpoint that the server's metadata name. The SDK finds it; the guarded `fetch` lets
 * it go to the server's own origin and to hosts of `network.allow`, so that no server can have the secret sent elsewhere.
 */
export class DiscoveredCredentials extends ClientCredentialsProvider {
  readonly #onToken: (token: string) => void;
  #held: StoredOAuthTokens | undefined;

  constructor(
    { clientId, clientSecret, scope }: ClientCredentials,
    onToken: (token: string) => void,
  ) {
    super({ clientId, clientSecret, ...(scope !== undefined && { scope }) });
    this.#onToken = onToken;
  }

  override tokens(): StoredOAuthTokens | undefined {
    return this.#held;
  }

  override saveTokens(tokens: StoredOAuthTokens): void {
    this.#onToken(tokens.access_token);
    this.#held = tokens;
  }

  /** The next request is without a token, and its refusal leads to a new one. */
  forget(): void {
    this.#held = undefined;
  }
}
