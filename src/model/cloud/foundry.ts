import { AnthropicFoundry } from '@anthropic-ai/foundry-sdk';
import { ConfigError } from '../../base/errors.ts';
import { baseUrlOf, clientSettings, headerSecret } from '../client-settings.ts';
import type { Connection, ConnectionOptions } from '../connection.ts';
import { entraToken } from './entra-token.ts';
import { required, setting } from './required.ts';

/**
 * Claude in Microsoft Foundry: a key (`ANTHROPIC_FOUNDRY_API_KEY`), else tokens of Entra ID.
 * @throws ConfigError without a resource or credentials, or for an address that is none.
 */
export function connectFoundry(options: ConnectionOptions): Connection {
  const { environment } = options;
  const settings = clientSettings(options);
  const client = new AnthropicFoundry({
    ...settings,
    ...addressOf(environment),
    ...credentialOf(environment, settings.fetch),
  });
  return { provider: 'foundry', messages: client.messages as Connection['messages'] };
}

function addressOf(environment: ConnectionOptions['environment']) {
  const url = setting(environment, 'ANTHROPIC_FOUNDRY_BASE_URL');
  if (url !== undefined) return { ...baseUrlOf(url), resource: null };
  const resource = required(environment, 'use_foundry', 'ANTHROPIC_FOUNDRY_RESOURCE');
  if (/^[a-z0-9][a-z0-9-]*$/iu.test(resource)) return { resource };
  throw new ConfigError(
    `ANTHROPIC_FOUNDRY_RESOURCE can't be “${resource}”: it takes the name alone, without an address around it.`,
  );
}

function credentialOf(
  environment: ConnectionOptions['environment'],
  fetch: typeof globalThis.fetch,
): { readonly apiKey: string } | { readonly azureADTokenProvider: () => Promise<string> } {
  const key = setting(environment, 'ANTHROPIC_FOUNDRY_API_KEY');
  if (key !== undefined) return { apiKey: headerSecret(key, 'Foundry key') };
  const azureADTokenProvider = entraToken(environment, fetch);
  if (azureADTokenProvider) return { azureADTokenProvider };
  throw new ConfigError(
    'use_foundry needs credentials: ANTHROPIC_FOUNDRY_API_KEY, or AZURE_TENANT_ID and AZURE_CLIENT_ID with AZURE_CLIENT_SECRET, AZURE_FEDERATED_TOKEN_FILE or the permission id-token: write.',
  );
}
