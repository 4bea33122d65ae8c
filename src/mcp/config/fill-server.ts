import { neverPasses } from '../../base/child-environment.ts';
import type { Secret } from '../../base/redactor.ts';
import { addressProblem } from '../http/address-rules.ts';
import type { DraftServer } from './draft-server.ts';
import { fillVariables, UnfilledVariable, type VariableSource } from './fill-variables.ts';
import type { HttpEndpoint, ServerConfig, StdioEndpoint } from './server-config.ts';

export interface FillOptions extends Pick<VariableSource, 'variables' | 'pass' | 'own'> {
  /** What the policy lets this server read besides. */
  readonly secretNames: readonly string[];
}

export type FilledServer = { readonly secrets: readonly Secret[] } & (
  | { readonly server: ServerConfig }
  /** The end of a sentence: why it can't be started. */
  | { readonly problem: string }
);

/** Fills the variables in and makes addresses of texts. */
export function fillServer(draft: DraftServer, options: FillOptions): FilledServer {
  const secrets: Secret[] = [];
  const source: VariableSource = {
    ...options,
    secrets: options.secretNames,
    byPolicy: draft.origin === 'policy',
  };
  const fill = (text: string) =>
    fillVariables(text, source, (name, value) => secrets.push({ name, value }));
  try {
    const { written, ...rest } = draft;
    const endpoint = 'command' in written ? stdioOf(written, fill) : httpOf(written, fill);
    secrets.push(...secretsIn(endpoint));
    return { secrets, server: { ...rest, endpoint } };
  } catch (error) {
    if (error instanceof UnfilledVariable || error instanceof BadAddress) {
      return { secrets, problem: error.message };
    }
    throw error;
  }
}

/** What is written out in full where secrets belong. */
function secretsIn(endpoint: StdioEndpoint | HttpEndpoint): Secret[] {
  const named =
    endpoint.kind === 'stdio'
      ? Object.entries(endpoint.env).filter(([name]) => neverPasses(name))
      : Object.entries(endpoint.headers).filter(([name]) => SECRET_HEADER.test(name));
  const oauth = endpoint.kind === 'http' && endpoint.oauth;
  return [
    // `Bearer x` and `x`.
    ...named.flatMap(([name, value]) =>
      [value, value.split(' ').at(-1) ?? ''].map((part) => ({ name, value: part })),
    ),
    ...(oauth ? [{ name: 'client_secret', value: oauth.clientSecret }] : []),
  ].filter(({ value }) => value.length >= SHORTEST_SECRET);
}

const SECRET_HEADER = /auth|key|token|secret|cookie|password/i;
/** Shorter values are no secrets, and hiding them would hide ordinary words. */
const SHORTEST_SECRET = 6;

class BadAddress extends Error {
  override readonly name = 'BadAddress';
}

type Fill = (text: string) => string;
type Written = DraftServer['written'];

function stdioOf(written: Extract<Written, { command: string }>, fill: Fill): StdioEndpoint {
  return {
    kind: 'stdio',
    command: fill(written.command),
    args: written.args.map(fill),
    env: valuesFilled(written.env, fill),
  };
}

function httpOf(written: Extract<Written, { url: string }>, fill: Fill): HttpEndpoint {
  const { oauth } = written;
  return {
    kind: 'http',
    url: addressOf(fill(written.url)),
    headers: valuesFilled(written.headers, fill),
    sseOnly: written.sseOnly,
    oauth: oauth && {
      clientId: fill(oauth.clientId),
      clientSecret: fill(oauth.clientSecret),
      tokenUrl: oauth.tokenUrl === undefined ? undefined : addressOf(fill(oauth.tokenUrl)),
      scope: oauth.scope,
    },
  };
}

function valuesFilled(values: Readonly<Record<string, string>>, fill: Fill) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fill(value)]));
}

function addressOf(text: string): URL {
  const problem = addressProblem(text);
  if (problem !== undefined) throw new BadAddress(problem);
  return new URL(text);
}
