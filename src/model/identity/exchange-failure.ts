import { WorkloadIdentityError } from '@anthropic-ai/sdk/lib/credentials/types';
import { CredentialFailure, isTrouble } from '../credential-failure.ts';
import { ORGANIZATION, RULE, TOKEN, TOKEN_FILE } from './identity.ts';
import type { LastAnswer } from './named-fetch.ts';

export interface ExchangeState extends LastAnswer {
  /** The same identity token was sent before. */
  readonly isRepeated: boolean;
  /** Somebody else than Anthropic stands at the base URL. */
  readonly isGateway: boolean;
}

/** The longest text that is shown of an answer that isn't in the API's form. */
const SHOWN = 200;

/**
 * What an exchange failed with: a connection's error is worth another try, an overloaded endpoint as well; a
 * refusal is final, and told in the endpoint's words with what to do about it.
 */
export function exchangeFailure(error: unknown, state: ExchangeState): unknown {
  if (state.broken) return state.broken;
  if (!(error instanceof WorkloadIdentityError)) return error;
  const { statusCode, body, requestId } = error;
  const said = statusCode === null ? error.message : `${statusCode}${wordsOf(body)}`;
  const passes = statusCode !== null && isTrouble(statusCode);
  const hint = passes ? '' : hintFor(statusCode ?? 0, state);
  return new CredentialFailure(
    `the token endpoint gave no access token for the job's identity: ${said}${hint}`,
    {
      passes,
      status: statusCode ?? undefined,
      requestId: requestId ?? undefined,
      headers: state.headers,
    },
  );
}

function hintFor(status: number, { isRepeated, isGateway }: ExchangeState): string {
  // Seen in the field (claude-code issue 89095): a second exchange of one token is refused like a wrong one.
  if (status === 401 && isRepeated) {
    return `. It was sent the same identity token before, and one is good for one exchange: give the job “permissions: id-token: write” without ${TOKEN}, or keep the file of ${TOKEN_FILE} fresh.`;
  }
  if (status === 401) {
    return `. The rule of ${RULE} has to match the identity token, its audience too; the page “Workload identity” of the Console says what didn't.`;
  }
  if (isGateway && (status === 404 || status === 405 || status < 400)) {
    return '. The gateway at the base URL has to pass /v1/oauth/token on to Anthropic.';
  }
  return `. Look at ${RULE}, ${ORGANIZATION}, ANTHROPIC_SERVICE_ACCOUNT_ID and ANTHROPIC_WORKSPACE_ID.`;
}

/** As the API says it (`error.type`, `error.message`), as OAuth does, or as it came; empty: nothing was said. */
function wordsOf(body: unknown): string {
  if (typeof body !== 'string') return '';
  const { error, error_description: description } = parsed(body);
  if (typeof error === 'object' && error !== null) {
    const { type, message } = error as { type?: unknown; message?: unknown };
    return ` (${type}): ${String(message).replace(/\.$/u, '')}`;
  }
  if (typeof error === 'string') {
    const told = typeof description === 'string' ? `: ${description.replace(/\.$/u, '')}` : '';
    return ` (${error})${told}`;
  }
  const text = body.trim().slice(0, SHOWN);
  return text === '' || text === '{}' ? '' : `: ${text}`;
}

function parsed(body: string): { error?: unknown; error_description?: unknown } {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
