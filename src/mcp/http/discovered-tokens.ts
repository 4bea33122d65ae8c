import {
  type AuthProvider,
  checkResourceAllowed,
  discoverOAuthServerInfo,
  extractWWWAuthenticateParams,
} from '@modelcontextprotocol/client';
import { oneLine } from '../../base/text.ts';
import { type TokenOptions, type TokenProvider, tokenProvider } from './token-provider.ts';

/** As `TokenProvider`, of which nothing is known until the server refuses a request. */
export type DiscoveringProvider = Pick<TokenProvider, 'onUnauthorized' | 'renew'> & {
  /** `undefined`: none was asked for yet. */
  readonly token: () => Promise<string | undefined>;
};

/**
 * Tokens from the endpoint that the server's metadata name (MCP, “Authorization Server Discovery”; RFC 9728, RFC 8414).
 * The guarded `fetch` lets it be the server's own origin and hosts of `network.allow`, so that no server can have the
 * secret sent elsewhere. The SDK's own way would write refusals as they come to the standard error.
 */
export function discoveredTokens(
  options: Omit<TokenOptions, 'tokenUrl' | 'secretInBody'>,
): DiscoveringProvider {
  let found: TokenProvider | undefined;
  return {
    token: async () => found?.token(),
    onUnauthorized: async (refused) => {
      found ??= tokenProvider({ ...options, ...(await endpointOf(refused, options)) });
      await found.renew();
    },
    // Before the first refusal there is nothing to renew, and the next request leads to it.
    renew: async () => found?.renew(),
  };
}

type Refused = Parameters<NonNullable<AuthProvider['onUnauthorized']>>[0];

/** @throws Error when the metadata can't be had, or speak of another server */
async function endpointOf(
  { response }: Refused,
  { credentials, resource, fetch }: Pick<TokenOptions, 'credentials' | 'resource' | 'fetch'>,
) {
  const { resourceMetadataUrl, scope: wanted } = extractWWWAuthenticateParams(response);
  const { authorizationServerUrl, authorizationServerMetadata, resourceMetadata } =
    await discoverOAuthServerInfo(resource, {
      fetchFn: fetch,
      ...(resourceMetadataUrl && { resourceMetadataUrl }),
    });
  const named = resourceMetadata?.resource;
  if (
    named !== undefined &&
    !checkResourceAllowed({ requestedResource: resource, configuredResource: named })
  ) {
    throw new Error(`its metadata speak of another server, ${oneLine(named, 200)}`);
  }
  const endpoint = authorizationServerMetadata?.token_endpoint ?? '/token';
  const methods = authorizationServerMetadata?.token_endpoint_auth_methods_supported;
  return {
    tokenUrl: new URL(endpoint, authorizationServerUrl),
    resource: named === undefined ? resource : new URL(named),
    secretInBody:
      methods?.includes('client_secret_basic') === false && methods.includes('client_secret_post'),
    credentials: {
      ...credentials,
      scope: credentials.scope ?? wanted ?? resourceMetadata?.scopes_supported?.join(' '),
    },
  };
}
