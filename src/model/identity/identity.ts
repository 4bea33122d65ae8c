import type { AccessTokenProvider } from '@anthropic-ai/sdk/lib/credentials/types';
import { setting } from '../cloud/required.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What clients of the SDK send instead of a key: access tokens that a run gets for its identity, and renews. */
export interface Identity {
  /** @param fetch what the client would send by; the one given back renews a token that the API refuses. */
  settings(fetch: typeof globalThis.fetch): {
    readonly credentials: AccessTokenProvider;
    readonly fetch: typeof globalThis.fetch;
  };
}

/** Names the rule at Anthropic that says which identities may have access: with it the way is chosen. */
export const RULE = 'ANTHROPIC_FEDERATION_RULE_ID';
export const ORGANIZATION = 'ANTHROPIC_ORGANIZATION_ID';
export const TOKEN = 'ANTHROPIC_IDENTITY_TOKEN';
export const TOKEN_FILE = 'ANTHROPIC_IDENTITY_TOKEN_FILE';

/** By the variables' names, those of the SDK (Claude Platform docs: WIF reference). */
export function isFederated(environment: Environment): boolean {
  return [RULE, TOKEN, TOKEN_FILE].some((name) => setting(environment, name) !== undefined);
}

/**
 * What lacks for an exchange, as a sentence that says what to do; `undefined`: nothing does. On GitHub the
 * job itself has an identity where it was given `id-token: write`.
 */
export function lackOfIdentity(environment: Environment): string | undefined {
  const given = [RULE, TOKEN_FILE, TOKEN].find((name) => setting(environment, name) !== undefined);
  const lacking = [RULE, ORGANIZATION].find((name) => setting(environment, name) === undefined);
  if (lacking !== undefined) {
    return `The variable ${given} is set, but ${lacking} isn't: an identity token is exchanged with both ${RULE} and ${ORGANIZATION}. Set it under env.`;
  }
  const github = ['ACTIONS_ID_TOKEN_REQUEST_URL', 'ACTIONS_ID_TOKEN_REQUEST_TOKEN'];
  if (github.every((name) => setting(environment, name) !== undefined)) return undefined;
  if (setting(environment, TOKEN_FILE, TOKEN) !== undefined) return undefined;
  return `The variable ${RULE} is set, but there is no identity token to exchange: give the job “permissions: id-token: write”, or set ${TOKEN_FILE}.`;
}
