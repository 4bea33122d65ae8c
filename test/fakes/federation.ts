import type { RequestBody } from './anthropic-cache.ts';
import { checkBody, checkHeaders } from './anthropic-protocol.ts';
import type { FakeTurn } from './anthropic-turn.ts';
import { asEvents, type CloudReply, type CloudRequest, startCloud } from './cloud-server.ts';

/** What a job is configured with; the server lets in nothing else. */
export const RULE = 'fdrl_01FAKE';
export const ORGANIZATION = '11111111-2222-3333-4444-555555555555';
const REQUEST_TOKEN = 'runner-request-token-FAKE-0123456789';

export interface FederationOptions {
  readonly turns: readonly FakeTurn[];
  /** How long an access token is good, seconds. Default 600. */
  readonly seconds?: number;
  /** An access token is revoked when it was used so often. Absent: never. */
  readonly usesPerToken?: number;
  /** What the rule asks of a token's audience. Default: what is documented. */
  readonly audience?: string;
  /** Instead of an exchange, by its number from 0 on; `undefined`: it is exchanged. */
  readonly exchange?: (index: number) => CloudReply | undefined;
  /** Instead of an identity token, by its number from 0 on. */
  readonly oidc?: (index: number) => CloudReply | undefined;
}

/**
 * A loopback GitHub that gives identity tokens, and a loopback Anthropic that exchanges each of them once
 * (Claude Platform docs: WIF reference, WIF with GitHub Actions) and answers to what it gave for them.
 */
export async function startFederation(options: FederationOptions) {
  const { audience = 'https://api.anthropic.com', seconds = 600 } = options;
  const issued = new Map<string, { audience: string; used: boolean }>();
  const uses = new Map<string, number>();
  const exchanges: Record<string, unknown>[] = [];
  let asked = 0;
  let answered = 0;

  const issue = (given: string) => {
    const claims = { iss: 'https://token.actions.githubusercontent.com', aud: given, jti: asked };
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const token = `${part({ alg: 'RS256' })}.${part(claims)}.FAKE-signature-${asked}`;
    issued.set(token, { audience: given, used: false });
    asked += 1;
    return token;
  };

  const oidc = ({ path, headers }: CloudRequest): CloudReply => {
    const instead = options.oidc?.(asked);
    if (instead) {
      asked += 1;
      return instead;
    }
    if (headers['authorization']?.replace(/^bearer /iu, '') !== REQUEST_TOKEN)
      return error(401, 'x');
    const { searchParams } = new URL(path, 'http://x');
    if (searchParams.get('api-version') !== '2.0') return error(400, 'the address was changed');
    return { body: JSON.stringify({ count: 1, value: issue(searchParams.get('audience') ?? '') }) };
  };

  const exchange = (request: CloudRequest): CloudReply => {
    const body = JSON.parse(request.text) as Record<string, unknown>;
    exchanges.push(body);
    const instead = options.exchange?.(exchanges.length - 1);
    if (instead) return instead;
    const fault = faultOf(request, body);
    if (fault) return error(400, fault, 'invalid_request_error');
    const identity = issued.get(String(body['assertion']));
    if (!identity || identity.used || identity.audience !== audience) return refused();
    identity.used = true;
    const token = `sk-ant-oat01-FAKE${String(exchanges.length).padStart(4, '0')}abcdefghijklmnop`;
    uses.set(token, 0);
    const answer = { access_token: token, token_type: 'Bearer', expires_in: seconds };
    return { headers: { 'request-id': 'req_exchange' }, body: JSON.stringify(answer) };
  };

  const isLetIn = ({ headers }: CloudRequest) => {
    const token = /^Bearer (.+)$/u.exec(headers['authorization'] ?? '')?.[1] ?? '';
    const used = uses.get(token);
    const betas = headers['anthropic-beta'] ?? '';
    if (used === undefined || headers['x-api-key'] || !betas.includes('oauth-2025-04-20'))
      return false;
    uses.set(token, used + 1);
    return used < (options.usesPerToken ?? Number.POSITIVE_INFINITY);
  };

  const answer = (request: CloudRequest): CloudReply => {
    const body = JSON.parse(request.text) as RequestBody;
    const wrong = [...checkHeaders(request.headers), ...checkBody(body)];
    if (wrong.length > 0) return error(400, wrong.join('; '), 'invalid_request_error');
    const turn = options.turns[answered];
    answered += 1;
    return turn ? asEvents(turn, String(body.model)) : error(400, 'there is no turn for it');
  };

  const server = await startCloud((request) => {
    const path = request.path.split('?')[0] ?? '';
    if (path === '/oidc' && request.method === 'GET') return oidc(request);
    if (request.method === 'POST' && path.endsWith('/v1/oauth/token')) return exchange(request);
    if (request.method !== 'POST' || !path.endsWith('/v1/messages')) return undefined;
    return isLetIn(request) ? answer(request) : refused();
  });
  return {
    ...server,
    /** A token as GitHub would give it, for a file or a variable. */
    issue: () => issue(audience),
    /** The bodies of all exchanges. */
    exchanges,
    /** Everything that must never be seen anywhere else. */
    secrets: () => [REQUEST_TOKEN, ...issued.keys(), ...uses.keys()],
    /** What the requests for answers were let in by, those refused too. */
    bearers: () =>
      server.requests
        .filter(({ path }) => path.endsWith('/v1/messages'))
        .map(({ headers }) => headers['authorization']),
    /** What a job with `id-token: write` has, and its configuration. */
    variables: {
      ANTHROPIC_BASE_URL: server.url,
      ANTHROPIC_FEDERATION_RULE_ID: RULE,
      ANTHROPIC_ORGANIZATION_ID: ORGANIZATION,
      ACTIONS_ID_TOKEN_REQUEST_URL: `${server.url}/oidc?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: REQUEST_TOKEN,
    },
  };
}

const FIELDS: readonly string[] = [
  'grant_type',
  'assertion',
  'federation_rule_id',
  'organization_id',
  'service_account_id',
  'workspace_id',
];

function faultOf({ headers }: CloudRequest, body: Record<string, unknown>): string | undefined {
  const betas = headers['anthropic-beta']?.split(',') ?? [];
  if (!headers['content-type']?.startsWith('application/json')) return 'content-type';
  if (!['oauth-2025-04-20', 'oidc-federation-2026-04-01'].every((beta) => betas.includes(beta))) {
    return 'anthropic-beta';
  }
  if (headers['authorization']) return 'authorization: none is taken';
  const odd = Object.keys(body).find((name) => !FIELDS.includes(name) || body[name] === '');
  if (odd) return `${odd}: Extra inputs are not permitted`;
  if (body['grant_type'] !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') return 'grant_type';
  if (body['federation_rule_id'] !== RULE) return 'federation_rule_id: there is no such rule.';
  return body['organization_id'] === ORGANIZATION ? undefined : 'organization_id';
}

function refused(): CloudReply {
  return error(401, 'Authentication failed', 'authentication_error');
}

function error(status: number, message: string, type = 'api_error'): CloudReply {
  return {
    status,
    headers: { 'content-type': 'application/json', 'request-id': 'req_refused' },
    body: JSON.stringify({ type: 'error', error: { type, message } }),
  };
}
