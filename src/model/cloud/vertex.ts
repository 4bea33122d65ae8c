import { AnthropicVertex } from '@anthropic-ai/vertex-sdk';
import { type AuthClient, GoogleAuth } from 'google-auth-library';
import { baseUrlOf, clientSettings } from '../client-settings.ts';
import type { Connection, ConnectionOptions } from '../connection.ts';
import { credentials } from '../credential-failure.ts';
import { withLent } from './lent-environment.ts';
import { required, setting } from './required.ts';

const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';
/** What Google's library looks for when it looks for credentials. */
const LOOKED_FOR =
  /^(GOOGLE_|GCLOUD_|CLOUDSDK_|GCE_METADATA_|METADATA_SERVER_DETECTION$|DETECT_GCP_RETRIES$)/u;

/**
 * Claude on Google's Vertex AI, with Application Default Credentials: a file
 * (`GOOGLE_APPLICATION_CREDENTIALS`, also one for workload identity), gcloud's, or the machine's. Google's
 * library renews its tokens by itself.
 * @throws ConfigError without a region or project, or for an address that is none.
 */
export function connectVertex(options: ConnectionOptions): Connection {
  const { environment } = options;
  const settings = clientSettings(options);
  const client = new AnthropicVertex({
    ...settings,
    ...baseUrlOf(setting(environment, 'ANTHROPIC_VERTEX_BASE_URL')),
    region: required(environment, 'use_vertex', 'CLOUD_ML_REGION'),
    projectId: required(
      environment,
      'use_vertex',
      'ANTHROPIC_VERTEX_PROJECT_ID',
      'GOOGLE_CLOUD_PROJECT',
      'GCLOUD_PROJECT',
    ),
    // Of an AuthClient only this is asked for.
    authClient: googleHeaders(environment, settings.fetch) as AuthClient,
  });
  return { provider: 'vertex', messages: client.messages as Connection['messages'] };
}

/** Credentials are looked for when the first request needs them, and kept by the library. */
function googleHeaders(
  environment: ConnectionOptions['environment'],
  fetch: typeof globalThis.fetch,
): Pick<AuthClient, 'getRequestHeaders'> {
  const file = setting(environment, 'GOOGLE_APPLICATION_CREDENTIALS');
  const auth = new GoogleAuth({
    scopes: SCOPE,
    ...(file !== undefined && { keyFilename: file }),
    clientOptions: { transporterOptions: { fetchImplementation: fetch } },
  });
  return {
    getRequestHeaders: () =>
      credentials('Google', () =>
        withLent(environment, LOOKED_FOR, async () => {
          const client = await auth.getClient();
          exchangeByOurs(client);
          return await client.getRequestHeaders();
        }),
      ),
  };
}

/** The part that exchanges tokens doesn't get what the client is given: it would go past the proxies. */
function exchangeByOurs(client: AuthClient): void {
  const { transporter } = client;
  if ('stsCredential' in client) Object.assign(client.stsCredential as object, { transporter });
}
