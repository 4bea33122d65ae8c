import { isAbsolute } from 'node:path';
import { oidcFederationProvider } from '@anthropic-ai/sdk/lib/credentials/oidc-federation';
import type { AccessToken } from '@anthropic-ai/sdk/lib/credentials/types';
import { ConfigError } from '../../base/errors.ts';
import { baseUrlOf } from '../client-settings.ts';
import { identityToken } from '../cloud/identity-token.ts';
import { required, setting } from '../cloud/required.ts';
import { CredentialFailure } from '../credential-failure.ts';
import { createHttpFetch } from '../http-fetch.ts';
import { exchangeFailure } from './exchange-failure.ts';
import { ORGANIZATION, RULE, TOKEN, TOKEN_FILE } from './identity.ts';
import { namedFetch } from './named-fetch.ts';

export interface ExchangeOptions {
  /** Where the SDK's variables are read from, the runner's and those for proxies. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** May have a path, as of a gateway. Absent: the first-party API. */
  readonly baseUrl?: string | undefined;
  /** Told of every identity token and access token before it is used. Must not throw. */
  readonly onSecret: (secret: { readonly name: string; readonly value: string }) => void;
}

const FIRST_PARTY = 'https://api.anthropic.com';
/** What a federation rule asks of a token's `aud` where it names nothing else (Claude Platform docs: WIF with GitHub Actions). */
const AUDIENCE = 'https://api.anthropic.com';
/** For rules that ask for another audience; named as claude-code-action's input is. */
const AUDIENCE_NAME = 'ANTHROPIC_OIDC_AUDIENCE';

/** No byte for so long, ms: whoever gives tokens is quick or down. */
const STALL_MS = 30_000;

/**
 * Exchanges the job's identity token for an access token, anew with each call (RFC 7523, `POST
 * <base URL>/v1/oauth/token`). The exchange goes where the requests go: a gateway has to pass it on.
 * @throws ConfigError for an address or a token file that can't work.
 */
export function exchangeOf(options: ExchangeOptions): () => Promise<AccessToken> {
  const { environment, onSecret } = options;
  const baseURL = addressOf(options.baseUrl);
  // Without `repeatsPosts`: what was exchanged once is refused the second time.
  const fetch = createHttpFetch({ environment, stallMs: STALL_MS });
  const token = tokenOf(environment, namedFetch("GitHub's identity tokens", fetch));
  const settings = {
    federationRuleId: required(environment, 'The exchange of an identity token', RULE),
    organizationId: required(environment, 'The exchange of an identity token', ORGANIZATION),
    serviceAccountId: setting(environment, 'ANTHROPIC_SERVICE_ACCOUNT_ID'),
    workspaceId: setting(environment, 'ANTHROPIC_WORKSPACE_ID'),
    baseURL,
  };
  let before: string | undefined;
  return async () => {
    const assertion = await token();
    onSecret({ name: TOKEN, value: assertion });
    const isRepeated = assertion === before;
    before = assertion;
    const sending = namedFetch(`The token endpoint ${baseURL}/v1/oauth/token`, fetch);
    const exchange = oidcFederationProvider({
      ...settings,
      identityTokenProvider: () => assertion,
      fetch: sending as typeof globalThis.fetch,
    });
    try {
      const access = await exchange();
      onSecret({ name: 'ANTHROPIC_ACCESS_TOKEN', value: access.token });
      return access;
    } catch (error) {
      throw exchangeFailure(error, {
        ...sending.last,
        isRepeated,
        isGateway: baseURL !== FIRST_PARTY,
      });
    }
  };
}

/** Requests and tokens go over it: in the clear only to this machine, as the SDK has it. */
function addressOf(url: string | undefined): string {
  const { baseURL = FIRST_PARTY } = baseUrlOf(url);
  const { protocol, hostname } = new URL(baseURL);
  if (protocol === 'https:' || /^(localhost|127\.0\.0\.1|\[::1\])$/u.test(hostname)) {
    return baseURL.replace(/\/+$/u, '');
  }
  throw new ConfigError(
    `The base URL “${url}” is no https URL: the job's identity token would go over it in the clear.`,
  );
}

/** A file wins over a value, as in the SDK; both win over what GitHub would give. */
function tokenOf(
  environment: ExchangeOptions['environment'],
  fetch: typeof globalThis.fetch,
): () => Promise<string> {
  const file = setting(environment, TOKEN_FILE);
  if (file !== undefined && !isAbsolute(file)) {
    throw new ConfigError(`The variable ${TOKEN_FILE} has to hold an absolute path.`);
  }
  const value = setting(environment, TOKEN);
  if (file === undefined && value !== undefined) return async () => value;
  const audience = setting(environment, AUDIENCE_NAME) ?? AUDIENCE;
  const read = identityToken(environment, file, audience, fetch);
  if (read === undefined) {
    throw new ConfigError(`There is no identity token: set ${TOKEN_FILE}.`);
  }
  if (file === undefined) return read;
  return async () => {
    const text = await read().catch((error: NodeJS.ErrnoException) => {
      if (error instanceof CredentialFailure) throw error;
      throw new CredentialFailure(`the file of ${TOKEN_FILE} can't be read (${error.code})`);
    });
    if (text !== '') return text;
    throw new CredentialFailure(`the file of ${TOKEN_FILE} is empty: it has to hold a token`);
  };
}
