import { BaseAnthropic } from '@anthropic-ai/sdk/client';
import { Messages } from '@anthropic-ai/sdk/resources/messages';
import { ConfigError } from '../base/errors.ts';
import { baseUrlOf, clientSettings, headerSecret } from './client-settings.ts';
import type { Connection, ConnectionOptions } from './connection.ts';
import { FirstPartyClient } from './first-party-client.ts';
import type { Identity } from './identity/identity.ts';

export interface FirstPartyOptions extends ConnectionOptions {
  /** Exactly one of `apiKey`, `authToken` and `identity`. */
  readonly apiKey?: string | undefined;
  readonly authToken?: string | undefined;
  readonly identity?: Identity | undefined;
  /** May have a path. Absent: `ANTHROPIC_BASE_URL`, else the first-party API. */
  readonly baseUrl?: string | undefined;
}

/** The model list is no reason to wait long, ms. */
const LIST_MS = 10_000;

/**
 * Anthropic's own API, or a gateway that speaks as it does.
 * @throws ConfigError for no credential, two of them, one that can be no header, or a base URL that
 * is none.
 */
export function connectFirstParty(options: FirstPartyOptions): Connection {
  const settings = { ...credentialOf(options), ...baseUrlOf(options.baseUrl) };
  const settingsOf = (asking: ConnectionOptions) => {
    const shared = clientSettings(asking);
    return { ...settings, ...shared, ...options.identity?.settings(shared.fetch) };
  };
  const common = settingsOf(options);
  // The SDK names the type of a body only where it made its bytes.
  const defaultHeaders = { ...common.defaultHeaders, 'content-type': 'application/json' };
  const client = new FirstPartyClient({ ...common, defaultHeaders });
  return {
    provider: 'firstParty',
    messages: new Messages(client as ConstructorParameters<typeof Messages>[0]),
    modelInfo: (id) => {
      // By connections of its own: the answers of the model come over theirs undisturbed.
      const asking = { ...options, timeoutMs: LIST_MS, onSent: undefined };
      const list = new BaseAnthropic(settingsOf(asking));
      return list.get<unknown>(`/v1/models/${encodeURIComponent(id)}`);
    },
  };
}

function credentialOf({ apiKey, authToken, identity }: FirstPartyOptions) {
  if ([apiKey, authToken, identity].filter(Boolean).length > 1) {
    throw new ConfigError(
      'Two credentials for the API are given: give one of API key, auth token and identity.',
    );
  }
  if (identity) return {};
  if (apiKey) return { apiKey: headerSecret(apiKey, 'API key') };
  if (authToken) return { authToken: headerSecret(authToken, 'auth token') };
  throw new ConfigError('No credential for the API: give an API key or an auth token.');
}
