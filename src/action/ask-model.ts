import { askAside } from '../agent/aside.ts';
import type { Ledger } from '../agent/ledger.ts';
import { ConfigError } from '../base/errors.ts';
import type { AskModel } from '../hooks/handlers/hook-place.ts';
import { createModel } from '../model/create-model.ts';
import type { Model } from '../model/model.ts';
import { isAlias, SCRIPTED_PREFIX } from '../model/model-id.ts';
import type { Door } from './door.ts';
import type { OpenIdentity } from './open-identity.ts';
import type { Job } from './prepare-job.ts';

export interface AskOptions {
  readonly door: Door;
  readonly job: Job;
  readonly identity: OpenIdentity;
  /** Pays for the answers. */
  readonly ledger: Ledger;
  /** Runs an agent that only reads, up to `maxTurns`; gives its last words. */
  readonly agent: (model: Model, prompt: string, signal: AbortSignal) => Promise<string>;
}

const SMALL_MODEL = 'haiku';

/** Answers the questions of prompt and agent hooks, by the small model where they name none. */
export function askModel({ door, job, identity, ledger, agent }: AskOptions): AskModel {
  const models = new Map<string, Promise<Model>>();
  return async ({ prompt, model: named, agent: isAgent, signal }) => {
    const name = named ?? job.inputs.small_model ?? SMALL_MODEL;
    const model = await (models.get(name) ??
      keep(models, name, openModel(name, { door, job, identity })));
    return isAgent ? agent(model, prompt, signal) : askAside(model, prompt, ledger, signal);
  };
}

async function openModel(
  name: string,
  { door, job, identity }: Pick<AskOptions, 'door' | 'job' | 'identity'>,
): Promise<Model> {
  const { credentials, configuration } = job;
  const isScript = name.startsWith(SCRIPTED_PREFIX);
  const problem = isScript ? undefined : problemOf(name, job);
  if (problem !== undefined) throw new ConfigError(problem);
  return createModel({
    model: name,
    ...credentials,
    identity: await identity(),
    environment: door.variables,
    isAside: true,
    stallMs: job.policy.limits.stall_seconds * 1000,
    readScript: async (path) => {
      const script = await configuration.read(path);
      if (script !== undefined) return script;
      throw new ConfigError(`there is no script “${path}” in ${configuration.from}`);
    },
  });
}

/** Why a model can't be asked; `undefined`: it can. */
function problemOf(name: string, { credentials }: Job): string | undefined {
  const { apiKey, authToken, cloud, federated } = credentials;
  if (cloud === 'bedrock' && isAlias(name)) {
    return `Bedrock has no model “${name}”; give small_model an id of Bedrock's`;
  }
  if ([apiKey, authToken, cloud, federated].some(Boolean)) return undefined;
  return `there is no key for the model ${name}; give one, or small_model: scripted:<file>`;
}

function keep(
  models: Map<string, Promise<Model>>,
  name: string,
  model: Promise<Model>,
): Promise<Model> {
  models.set(name, model);
  return model;
}
