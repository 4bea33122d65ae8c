import { homedir } from 'node:os';
import { ConfigError, messageOf } from '../base/errors.ts';
import type { Workspace } from '../base/workspace.ts';
import { findCheckout } from '../github/checkout.ts';
import { type ConfigurationSource, configurationSource } from '../github/configuration-files.ts';
import { type Git, gitIn } from '../github/git.ts';
import { type GithubEvent, MANUAL } from '../github/github-event.ts';
import { type Trust, trustOf } from '../github/trust.ts';
import type { Policy } from '../policy/policy.ts';
import { stricterLimits } from '../policy/stricter-limits.ts';
import { type Credentials, findCredentials } from './credentials.ts';
import type { Door } from './door.ts';
import { eventOf } from './event-of.ts';
import type { Inputs } from './inputs.ts';
import { loadPolicy } from './load-policy.ts';

/** All that is decided before the agent begins. */
export interface Job {
  readonly inputs: Inputs;
  readonly workspace: Workspace;
  readonly event: GithubEvent;
  readonly trust: Trust;
  readonly configuration: ConfigurationSource;
  readonly git: Git;
  /** With the rules and limits of the inputs in it. */
  readonly policy: Policy;
  readonly task: string;
  readonly outputSchema: Readonly<Record<string, unknown>> | undefined;
  readonly credentials: Credentials;
}

/** The run does not concern us, or can't work by its nature: ended as `skipped`, neutral. */
export class Skipped extends Error {
  override readonly name = 'Skipped';
}

/**
 * From inputs to a job.
 * @throws ConfigError for what can't work; Skipped for a pull request from a fork, which GitHub gives no key.
 */
export async function prepareJob(door: Door, inputs: Inputs, runDirectory: string): Promise<Job> {
  const home = door.variables['HOME'] || homedir();
  const { root, directory } = findCheckout(door.start, inputs.working_directory, home);
  const event = await eventOf(door);
  const credentials = findCredentials(inputs, door.variables);
  requireCredential(inputs, credentials, event);
  const git = gitIn(root, gitEnvironment(door.variables, home));
  const place = { root, start: door.start, home, eventCommit: door.variables['GITHUB_SHA'] };
  // By hand, a person stands behind the checkout; only the runner meets strangers' pull requests.
  const configuration = configurationSource(door.kind === 'action' ? event : MANUAL, place, git);
  return {
    inputs,
    workspace: { root, directory, home, runDirectory },
    event,
    trust: trustOf(event),
    configuration,
    git,
    policy: await policyOf(inputs, configuration),
    task: await taskOf(inputs, configuration, door.shown),
    outputSchema: await outputSchemaOf(inputs.json_schema, configuration, door.shown),
    credentials,
  };
}

/** A base commit may have to be fetched: by the runner's proxy and certificates, and with nothing else. */
function gitEnvironment(
  variables: Readonly<Record<string, string>>,
  home: string,
): Readonly<Record<string, string>> {
  const wanted = /^(PATH|SystemRoot|TMPDIR|TEMP|(HTTPS?|NO|ALL)_PROXY|SSL_CERT_(FILE|DIR))$/i;
  const kept = Object.entries(variables).filter(([name]) => wanted.test(name));
  return { ...Object.fromEntries(kept), HOME: home };
}

function requireCredential(inputs: Inputs, credentials: Credentials, event: GithubEvent): void {
  if (inputs.model?.startsWith('scripted:')) return;
  if (credentials.apiKey !== undefined || credentials.authToken !== undefined) return;
  if (event.pullRequest?.fork === true && event.name !== 'pull_request_target') {
    throw new Skipped(
      'This pull request comes from a fork, and GitHub gives such a run neither secrets nor a token that may write. To work on forks use two workflows: one on pull_request that uploads what it needs, and one on workflow_run that has the key.',
    );
  }
  throw new ConfigError(
    'There is no key for the API. Pass one from a secret: “anthropic_api_key: ${{ secrets.ANTHROPIC_API_KEY }}”, or use “model: scripted:<file>”.',
  );
}

async function policyOf(inputs: Inputs, configuration: ConfigurationSource): Promise<Policy> {
  const given = {
    names: inputs.policy ?? ['read-only'],
    allowed: inputs.allowed_tools ?? [],
    disallowed: inputs.disallowed_tools ?? [],
  };
  const policy = await loadPolicy(given, configuration.read);
  return {
    ...policy,
    limits: stricterLimits(policy.limits, {
      max_turns: inputs.max_turns,
      max_budget_usd: inputs.max_budget_usd,
      timeout_minutes: inputs.timeout_minutes,
    }),
    failOn: inputs.fail_on ?? policy.failOn,
  };
}

async function taskOf(
  inputs: Inputs,
  configuration: ConfigurationSource,
  shown: (name: string) => string,
): Promise<string> {
  if (inputs.prompt !== undefined) return inputs.prompt;
  if (inputs.prompt_file === undefined) {
    throw new ConfigError(`There is no task: give ${shown('prompt')} or ${shown('prompt_file')}.`);
  }
  const text = await configuration.read(inputs.prompt_file);
  if (text === undefined) throw missing('prompt_file', inputs.prompt_file, configuration, shown);
  if (text.trim() === '')
    throw new ConfigError(`${inputs.prompt_file} is empty: write the task into it.`);
  return text;
}

async function outputSchemaOf(
  given: string | undefined,
  configuration: ConfigurationSource,
  shown: (name: string) => string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (given === undefined) return undefined;
  const inline = given.startsWith('{');
  const text = inline ? given : await configuration.read(given);
  if (text === undefined) throw missing('json_schema', given, configuration, shown);
  const where = inline ? shown('json_schema') : given;
  let schema: unknown;
  try {
    schema = JSON.parse(text);
  } catch (error) {
    throw new ConfigError(`${where} is not JSON: ${messageOf(error)}`, { cause: error });
  }
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
    throw new ConfigError(
      `${where} has to be a JSON Schema object, such as {"type":"object","properties":{…}}.`,
    );
  }
  const { problemOfSchema } = await import('../tools/structured-output/check-schema.ts');
  const problem = problemOfSchema(schema as Readonly<Record<string, unknown>>);
  if (problem !== undefined) throw new ConfigError(`${where} is no JSON Schema: ${problem}`);
  return schema as Readonly<Record<string, unknown>>;
}

function missing(
  input: string,
  path: string,
  configuration: ConfigurationSource,
  shown: (name: string) => string,
): ConfigError {
  return new ConfigError(`${shown(input)}: there is no file “${path}” in ${configuration.from}.`);
}
