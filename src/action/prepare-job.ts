import { homedir } from 'node:os';
import { ConfigError } from '../base/errors.ts';
import type { Workspace } from '../base/workspace.ts';
import type { EarlierRun } from '../events/outcome.ts';
import { findCheckout } from '../github/checkout.ts';
import {
  type ConfigurationPlace,
  type ConfigurationSource,
  configurationSource,
} from '../github/configuration-files.ts';
import type { JobContext } from '../github/context/job-context.ts';
import type { Git } from '../github/git.ts';
import { type GithubEvent, MANUAL } from '../github/github-event.ts';
import type { Trust } from '../github/trust.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { Policy } from '../policy/policy.ts';
import { admit, summon } from './admit.ts';
import { type Credentials, findCredentials } from './credentials.ts';
import { type DeliveryPlan, deliveryPlan } from './delivery-plan.ts';
import type { Door } from './door.ts';
import { eventOf } from './event-of.ts';
import type { Inputs } from './inputs.ts';
import { jobGit } from './job-git.ts';
import { jobPolicy } from './job-policy.ts';
import { findKnowledge } from './knowledge/find-knowledge.ts';
import { jobMcp, mcpFiles } from './mcp/job-mcp.ts';
import type { JobMcp } from './mcp/mcp-of-job.ts';
import { readNamed } from './named-file.ts';
import { outputSchemaOf } from './output-schema.ts';
import { requireCheckout } from './require-checkout.ts';
import { requireCredential, skipForkWithoutKey } from './require-credential.ts';
import type { RecordedRun } from './resume/read-record.ts';
import type { BeginsAnew } from './resume/resumed-run.ts';
import { notesOf, withTrustOf } from './resume/resumed-trust.ts';

/** All that is decided before the agent begins. */
export interface Job {
  readonly inputs: Inputs;
  readonly workspace: Workspace;
  readonly event: GithubEvent;
  readonly trust: Trust;
  /** What the agent can read about the event; `undefined`: there is nothing. */
  readonly context: JobContext | undefined;
  readonly configuration: ConfigurationSource;
  /** What the repository and the user tell agents; read when the session opens. */
  readonly knowledge: Knowledge;
  readonly git: Git;
  /** What git needs of the environment: the runner's search path, proxy and certificates. */
  readonly gitEnvironment: Readonly<Record<string, string>>;
  /** What becomes of the changes; `undefined`: they stay in the checkout. */
  readonly delivery: DeliveryPlan | undefined;
  /** With the rules and limits of the inputs and of settings in it. */
  readonly policy: Policy;
  readonly mcp: JobMcp;
  readonly task: string;
  /** The run to go on from; `undefined`: it begins anew. */
  readonly recorded: RecordedRun | undefined;
  /** What runs before this one used where it goes on from none of them; `undefined`: nothing. */
  readonly before: EarlierRun | undefined;
  /** The task is what the event's comment says. */
  readonly taskFromComment: boolean;
  /** For the maintainer: what lowers trust, what was hidden, what could not be had. */
  readonly notes: readonly string[];
  /** For the log: inputs without an effect on this event. */
  readonly idle: readonly string[];
  readonly outputSchema: Readonly<Record<string, unknown>> | undefined;
  readonly credentials: Credentials;
}

/**
 * From inputs to a job.
 * @throws ConfigError for what can't work; Skipped for what does not concern us, who may not start a run, and
 *   a pull request from a fork, which GitHub gives no key.
 */
export async function prepareJob(door: Door, inputs: Inputs, runDirectory: string): Promise<Job> {
  const home = door.variables['HOME'] || homedir();
  const { root, directory } = findCheckout(door.start, inputs.working_directory, home);
  const started = await eventOf(door);
  summon(started, inputs);
  const credentials = findCredentials(inputs, door.variables);
  skipForkWithoutKey(inputs, credentials, started, door.variables);
  const environment = gitEnvironment(door.variables, home);
  const git = jobGit(door, inputs, started, { root, environment });
  const { event, task, idle, judged } = await admit(door, inputs, {
    event: started,
    git,
    runDirectory,
  });
  requireCredential(inputs, credentials, door.variables);
  const delivery = deliveryPlan(door, inputs, event);
  await requireCheckout(delivery, event, git);
  const place = { root, start: door.start, home, eventCommit: door.variables['GITHUB_SHA'] };
  // By hand, a person stands behind the checkout; only the runner meets strangers' pull requests.
  const configuration = configurationSource(door.kind === 'action' ? event : MANUAL, place, git);
  const { recorded, anew } = await recordedOf({ door, inputs, place, configuration, runDirectory });
  const trust = judged.then((known) => withTrustOf(known.trust, recorded));
  const parts = { door, inputs, configuration, place, directory };
  const configDirectory = door.variables['CLAUDE_CONFIG_DIR'] || undefined;
  const [policy, files, knowledge] = await Promise.all([
    jobPolicy({ ...parts, trust }),
    mcpFiles(parts),
    findKnowledge({ root, directory, home, configDirectory }, configuration, git),
  ]);
  const mcp = await jobMcp(parts, files, { policy, trust: await trust });
  const { context, notes, trust: own } = await judged;
  return {
    inputs,
    workspace: { root, directory, home, runDirectory, ...policy.places },
    event,
    trust: await trust,
    context,
    notes: [...notesOf(own, recorded), ...notes],
    idle: anew === undefined ? idle : [...idle, `${anew.why}: the run begins anew.`],
    configuration,
    knowledge,
    git,
    gitEnvironment: environment,
    delivery,
    policy,
    mcp,
    task: task ?? (await taskOf(inputs, configuration, door.shown, anew)),
    recorded,
    before: anew?.earlier,
    taskFromComment: task !== undefined,
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

/** Loaded only where there is one. */
async function recordedOf(parts: {
  readonly door: Door;
  readonly inputs: Inputs;
  readonly place: ConfigurationPlace;
  readonly configuration: ConfigurationSource;
  readonly runDirectory: string;
}): Promise<{ readonly recorded?: RecordedRun; readonly anew?: BeginsAnew }> {
  const { door, inputs, place, ...more } = parts;
  if (inputs.resume === undefined) return {};
  const { resumedRun } = await import('./resume/resumed-run.ts');
  const temporary = door.variables['RUNNER_TEMP'] || undefined;
  const found = await resumedRun({
    ...place,
    ...more,
    temporary,
    given: inputs.resume,
    shown: door.shown('resume'),
    mayBeMissing: door.kind === 'action',
  });
  return 'path' in found ? { recorded: found } : { anew: found };
}

/** The task of a run that only goes on. */
const GO_ON = 'Go on with your task from where the earlier run ended.';

async function taskOf(
  inputs: Inputs,
  configuration: ConfigurationSource,
  shown: (name: string) => string,
  anew: BeginsAnew | undefined,
): Promise<string> {
  if (inputs.prompt !== undefined) return inputs.prompt;
  if (inputs.prompt_file === undefined) {
    if (inputs.resume !== undefined && anew === undefined) return GO_ON;
    const remedy = `give ${shown('prompt')} or ${shown('prompt_file')}`;
    throw new ConfigError(
      anew
        ? `${anew.why}, and to begin anew takes a task: ${remedy}.`
        : `There is no task: ${remedy}.`,
    );
  }
  const text = await readNamed('prompt_file', inputs.prompt_file, configuration, shown);
  if (text.trim() === '')
    throw new ConfigError(`${inputs.prompt_file} is empty: write the task into it.`);
  return text;
}
