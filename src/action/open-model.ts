import { ConfigError } from '../base/errors.ts';
import type { EmitEvent } from '../events/run-event.ts';
import { createModel, type ModelOptions } from '../model/create-model.ts';
import { withFallback } from '../model/fallback-model.ts';
import type { Model } from '../model/model.ts';
import { DEFAULT_MODEL } from '../model/model-id.ts';
import type { Door } from './door.ts';
import type { OpenIdentity } from './open-identity.ts';
import type { Job } from './prepare-job.ts';

export interface OpenModelOptions {
  readonly door: Door;
  readonly job: Job;
  readonly identity: OpenIdentity;
  /** Told when a request is on its way. Must not throw. */
  readonly onSent: () => void;
  readonly emit: EmitEvent;
}

/** So many answers in one request that a model is overloaded, and the fallback model takes over. */
const OVERLOADED = 3;

/**
 * The model that a run's agent talks to, as the inputs and the policy want it.
 * @throws ConfigError for credentials, an address or a script that can't work, and for an effort that
 * the model is known not to have.
 */
export async function openModel(options: OpenModelOptions): Promise<Model> {
  const { inputs } = options.job;
  const common = { ...modelOptions(options), identity: await options.identity() };
  const { retry } = common;
  const name = inputs.model ?? DEFAULT_MODEL;
  const { fallback_model } = inputs;
  if (fallback_model === undefined)
    return requireEffort(await createModel({ ...common, model: name }), options);
  const first = { ...common, model: name, retry: { ...retry, maxOverloaded: OVERLOADED } };
  const [model, fallback] = await Promise.all([
    createModel(first),
    createModel({ ...common, model: fallback_model }),
  ]);
  return withFallback(requireEffort(model, options), fallback);
}

function modelOptions({ door, job, onSent, emit }: OpenModelOptions): Omit<ModelOptions, 'model'> {
  const { inputs, credentials, workspace, configuration } = job;
  const { stall_seconds, timeout_minutes, tool_timeout_seconds } = job.policy.limits;
  const start = performance.now();
  return {
    ...credentials,
    effort: inputs.effort,
    environment: door.variables,
    longestCallMs: tool_timeout_seconds * 1000,
    stallMs: stall_seconds * 1000,
    timeoutMs: stall_seconds * 1000,
    retry: { msLeft: () => timeout_minutes * 60_000 - (performance.now() - start) },
    onSent,
    onNotice: (text) => emit({ type: 'notice', at: Date.now(), level: 'warning', text }),
    readScript: async (path) => {
      const script = await configuration.read(path);
      if (script !== undefined) return script;
      throw new ConfigError(`There is no script “${path}” in ${configuration.from}.`);
    },
    variables: {
      workspace: workspace.root,
      directory: workspace.directory,
      run_directory: workspace.runDirectory,
    },
  };
}

/** The fallback model goes on without an effort that it hasn't; the run's own model is what was asked for. */
function requireEffort(model: Model, { door, job }: OpenModelOptions): Model {
  const { effort } = job.inputs;
  const { efforts } = model.capabilities();
  if (effort === undefined || efforts.includes(effort)) return model;
  const has = efforts.length > 0 ? `it has ${efforts.join(', ')}` : 'drop it';
  throw new ConfigError(`${door.shown('effort')} can't be “${effort}” with ${model.id}: ${has}.`);
}
