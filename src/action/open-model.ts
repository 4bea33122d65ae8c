import { ConfigError } from '../base/errors.ts';
import { createModel } from '../model/create-model.ts';
import type { Model } from '../model/model.ts';
import { DEFAULT_MODEL } from '../model/model-id.ts';
import type { Door } from './door.ts';
import type { Job } from './prepare-job.ts';

export interface OpenModelOptions {
  readonly door: Door;
  readonly job: Job;
  /** Told when a request is on its way. Must not throw. */
  readonly onSent: () => void;
}

/** The model that a run's agent talks to, as the inputs and the policy want it. */
export function openModel({ door, job, onSent }: OpenModelOptions): Promise<Model> {
  const { inputs, credentials, workspace, configuration } = job;
  const { stall_seconds, timeout_minutes } = job.policy.limits;
  const start = performance.now();
  return createModel({
    model: inputs.model ?? DEFAULT_MODEL,
    ...credentials,
    effort: inputs.effort,
    environment: door.variables,
    stallMs: stall_seconds * 1000,
    retry: { msLeft: () => timeout_minutes * 60_000 - (performance.now() - start) },
    onSent,
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
  });
}
