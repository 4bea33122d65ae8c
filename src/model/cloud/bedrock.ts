import { AnthropicBedrock } from '@anthropic-ai/bedrock-sdk';
import { baseUrlOf, clientSettings, headerSecret } from '../client-settings.ts';
import type { Connection, ConnectionOptions } from '../connection.ts';
import { awsCredentials } from './aws-credentials.ts';
import { required, setting } from './required.ts';

/**
 * Claude on Amazon Bedrock: a Bedrock key (`AWS_BEARER_TOKEN_BEDROCK`), else requests signed with the
 * credentials that AWS' own chain finds.
 * @throws ConfigError without a region, or for an address that is none.
 */
export function connectBedrock(options: ConnectionOptions): Connection {
  const { environment } = options;
  const awsRegion = required(environment, 'use_bedrock', 'AWS_REGION', 'AWS_DEFAULT_REGION');
  const key = setting(environment, 'AWS_BEARER_TOKEN_BEDROCK');
  const settings = clientSettings(options);
  const chain = awsCredentials(environment, awsRegion, settings.fetch);
  const client = new AnthropicBedrock({
    ...settings,
    ...baseUrlOf(setting(environment, 'ANTHROPIC_BEDROCK_BASE_URL')),
    awsRegion,
    apiKey: key === undefined ? null : headerSecret(key, 'Bedrock key'),
    providerChainResolver: async () => chain,
  });
  return { provider: 'bedrock', messages: client.messages as Connection['messages'] };
}
