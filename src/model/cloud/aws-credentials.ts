import { Readable } from 'node:stream';
import { messageOf } from '../../base/errors.ts';
import { credentials } from '../credential-failure.ts';
import { identityToken } from './identity-token.ts';
import { withLent } from './lent-environment.ts';
import { renewed } from './renewed.ts';
import { setting } from './required.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What requests are signed with. */
interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  readonly expiration?: Date;
}

/**
 * The credentials that AWS' own chain finds: keys in variables, a web identity token file, profiles,
 * containers, the instance. Ahead of the last ones GitHub's identity token is taken for the role in
 * `AWS_ROLE_ARN`. Asked before each request; those that run out are renewed before they do.
 */
export function awsCredentials(
  environment: Environment,
  region: string,
  fetch: typeof globalThis.fetch,
): () => Promise<AwsCredentials> {
  const clientConfig = { region, requestHandler: handlerOf(fetch) };
  const get = async (): Promise<AwsCredentials> => {
    const { createCredentialChain, fromEnv, fromNodeProviderChain } = await import(
      '@aws-sdk/credential-providers'
    );
    const own = await gitHubRole(environment, fetch, clientConfig);
    // Keys in variables win over a profile, as with AWS' own command.
    const chain = createCredentialChain(
      fromEnv(),
      ...(own ? [own] : []),
      fromNodeProviderChain({ clientConfig }),
    );
    return await chain().catch((error: unknown) => {
      throw own || setting(environment, 'AWS_ROLE_ARN') === undefined ? error : withHint(error);
    });
  };
  const timed = renewed(async () => {
    const found = await credentials('AWS', () => withLent(environment, /^AWS_/u, get));
    return { found, expiresAt: found.expiration?.getTime() };
  });
  return async () => (await timed()).found;
}

/** A role alone is an identity that nobody proved. */
function withHint(error: unknown): Error {
  const hint =
    'For the role of AWS_ROLE_ARN give the job “permissions: id-token: write”, or a token in AWS_WEB_IDENTITY_TOKEN_FILE.';
  return Object.assign(new Error(`${messageOf(error)}. ${hint}`, { cause: error }), {
    $metadata: (error as { $metadata?: unknown }).$metadata,
  });
}

/** The role of `AWS_ROLE_ARN` for GitHub's identity token; a token file is the chain's own business. */
async function gitHubRole(
  environment: Environment,
  fetch: typeof globalThis.fetch,
  clientConfig: { readonly region: string; readonly requestHandler: RequestHandler },
) {
  const roleArn = setting(environment, 'AWS_ROLE_ARN');
  if (roleArn === undefined || setting(environment, 'AWS_WEB_IDENTITY_TOKEN_FILE'))
    return undefined;
  const token = identityToken(environment, undefined, 'sts.amazonaws.com', fetch);
  if (!token) return undefined;
  const { fromWebToken } = await import('@aws-sdk/credential-providers');
  const roleSessionName = setting(environment, 'AWS_ROLE_SESSION_NAME') ?? 'unattended';
  return async () =>
    fromWebToken({ roleArn, roleSessionName, webIdentityToken: await token(), clientConfig })();
}

interface AwsRequest {
  readonly method: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

type RequestHandler = ReturnType<typeof handlerOf>;

/** Sends what AWS' clients ask for by our own `fetch`: it heeds the proxies. */
function handlerOf(fetch: typeof globalThis.fetch) {
  return {
    metadata: { handlerProtocol: 'http/1.1' },
    handle: async (request: AwsRequest) => {
      const port = request.port === undefined ? '' : `:${request.port}`;
      const url = `${request.protocol}//${request.hostname}${port}${request.path}`;
      const { method, headers, body } = request;
      const response = await fetch(url, {
        method,
        headers,
        ...(body !== undefined && { body: body as string }),
      });
      return {
        response: {
          statusCode: response.status,
          reason: response.statusText,
          headers: Object.fromEntries(response.headers),
          body: Readable.from([await response.text()]),
        },
      };
    },
  };
}
