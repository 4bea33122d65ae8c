import { ConfigError } from '../base/errors.ts';
import { readPairs } from '../base/pair-list.ts';
import type { Cloud } from '../model/cloud/cloud.ts';
import { isFederated, RULE } from '../model/identity/identity.ts';
import { cloudOf } from './cloud-of.ts';
import type { Door } from './door.ts';
import type { Inputs } from './inputs.ts';

/** How to reach the API. One of `apiKey`, `authToken`, `federated` and `cloud`, unless the model is a script. */
export interface Credentials {
  readonly apiKey: string | undefined;
  readonly authToken: string | undefined;
  /** Access tokens for the job's identity: what they are exchanged for is in the SDK's variables. */
  readonly federated: true | undefined;
  readonly baseUrl: string | undefined;
  /** The cloud that serves the API: its credentials are in its own variables. */
  readonly cloud: Cloud | undefined;
}

/** A value that must never be shown, with the name to show instead. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

/** Names of variables that hold secrets: tokens of the runner, of the API, of whatever a job was given. */
const SECRET_NAME =
  /TOKEN|SECRET|PASSW(OR)?D|PASSPHRASE|CREDENTIAL|PRIVATE_?KEY|API_?KEY|ACCESS_?KEY|_PAT$|_AUTH$|^ANTHROPIC_CUSTOM_HEADERS$/i;

/** Shorter values are no secrets, and hiding them would hide ordinary words. */
const SHORTEST = 6;

/**
 * The credential among inputs and the SDK's own variables.
 * @throws ConfigError for two at once, a cloud counted: which one is meant can't be known.
 */
export function findCredentials(
  inputs: Inputs,
  variables: Readonly<Record<string, string>>,
): Credentials {
  const apiKey = onlyOne(
    'anthropic_api_key',
    inputs.anthropic_api_key,
    'ANTHROPIC_API_KEY',
    variables,
  );
  const authToken = onlyOne(
    'anthropic_auth_token',
    inputs.anthropic_auth_token,
    'ANTHROPIC_AUTH_TOKEN',
    variables,
  );
  if (apiKey !== undefined && authToken !== undefined) {
    throw new ConfigError(
      'Both an API key and an auth token are given (inputs anthropic_api_key, anthropic_auth_token or their variables): give one.',
    );
  }
  const rule = given(variables[RULE]);
  const secret = apiKey ?? authToken;
  if (secret !== undefined && rule !== undefined) {
    const what = apiKey === undefined ? 'an auth token' : 'an API key';
    throw new ConfigError(
      `Both ${what} and the variable ${RULE} are given, and one is enough to reach the API: give one.`,
    );
  }
  const cloud = cloudOf(inputs);
  if (cloud === undefined) {
    const federated = (secret === undefined && isFederated(variables)) || undefined;
    const baseUrl = inputs.anthropic_base_url ?? given(variables['ANTHROPIC_BASE_URL']);
    return { apiKey, authToken, federated, baseUrl, cloud };
  }
  if (secret === undefined && rule === undefined) {
    return { apiKey, authToken, federated: undefined, baseUrl: undefined, cloud };
  }
  const named = apiKey === undefined ? 'ANTHROPIC_AUTH_TOKEN' : 'ANTHROPIC_API_KEY';
  throw new ConfigError(
    `The variable ${rule === undefined ? named : RULE} is a credential for Anthropic's own API, but use_${cloud} is chosen: drop one of them.`,
  );
}

/** Every secret that a run was started with; by hand, flags can hold some as well. */
export function secretsOf({ kind, inputs, variables, brought }: Door): readonly Secret[] {
  const found = secretsIn(kind === 'command' ? { ...inputs, ...variables } : variables);
  return brought ? [...found, ...brought.secrets] : found;
}

/** Every secret that the process was started with, so that none can leave it. */
export function secretsIn(variables: Readonly<Record<string, string>>): readonly Secret[] {
  return Object.entries(variables).flatMap(([name, value]) => [
    ...(SECRET_NAME.test(name) && value.trim().length >= SHORTEST
      ? [{ name: name.replace(/^INPUT_/, ''), value: value.trim() }]
      : []),
    ...passwordsInAddress(name, value),
    ...(HEADER_LIST.test(name) ? secretsInHeaders(name, value) : []),
    ...(name === 'ANTHROPIC_CUSTOM_HEADERS' ? secretsInLines(name, value) : []),
  ]);
}

/** OpenTelemetry's headers for collectors: `authorization=Bearer%20…,x-scope-orgid=…`. */
const HEADER_LIST = /^OTEL_EXPORTER_OTLP_(\w+_)?HEADERS$/i;
/** Headers that name something. Hiding their values would hide ordinary words. */
const HARMLESS_HEADER = /^(x-honeycomb-dataset|x-scope-orgid|content-type|user-agent)$/i;

/** As they stand there, as they are sent, and without `Bearer `. */
function secretsInHeaders(name: string, list: string): readonly Secret[] {
  const values = readPairs(list)
    .filter(([header]) => !HARMLESS_HEADER.test(header))
    .flatMap(([, value]) => [value, value.split(' ').at(-1) ?? '']);
  return [...new Set([list.trim(), ...values])]
    .filter((value) => value.length >= SHORTEST)
    .map((value) => ({ name, value }));
}

/** Lines of `Name: value`: each value by itself. */
function secretsInLines(name: string, lines: string): readonly Secret[] {
  return lines
    .split('\n')
    .map((line) => line.slice(line.indexOf(':') + 1).trim())
    .flatMap((value) => [value, value.split(' ').at(-1) ?? ''])
    .filter((value) => value.length >= SHORTEST)
    .map((value) => ({ name, value }));
}

/** `https://user:password@proxy` in a variable of any name. */
function passwordsInAddress(name: string, value: string): readonly Secret[] {
  const found = /^[a-z][a-z0-9+.-]*:\/\/[^/@\s]*:([^/@\s]+)@/i.exec(value);
  const password = found?.[1];
  return password !== undefined && password.length >= SHORTEST ? [{ name, value: password }] : [];
}

function onlyOne(
  input: string,
  fromInput: string | undefined,
  variable: string,
  variables: Readonly<Record<string, string>>,
): string | undefined {
  const fromVariable = given(variables[variable]);
  if (fromInput !== undefined && fromVariable !== undefined && fromInput !== fromVariable) {
    throw new ConfigError(
      `The input ${input} and the variable ${variable} hold different credentials: give one.`,
    );
  }
  return fromInput ?? fromVariable;
}

function given(value: string | undefined): string | undefined {
  const trimmed = value?.trim();
  return trimmed === undefined || trimmed === '' ? undefined : trimmed;
}
