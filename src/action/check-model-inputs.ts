import { ConfigError } from '../base/errors.ts';
import { DEFAULT_MODEL, modelId, SCRIPTED_PREFIX } from '../model/model-id.ts';
import type { Inputs } from './inputs.ts';

/**
 * Inputs about the model that can't have an effect beside each other.
 * @throws ConfigError for the first.
 */
export function checkModelInputs(inputs: Inputs, shown: (name: string) => string): void {
  const { model = DEFAULT_MODEL, fallback_model: fallback } = inputs;
  if (fallback !== undefined && modelId(fallback) === modelId(model)) {
    throw new ConfigError(
      `${shown('fallback_model')} is the model that it should stand in for: give another one, or drop it.`,
    );
  }
  if (!onlyScripts(inputs)) return;
  for (const name of ['anthropic_base_url', 'effort'] as const) {
    if (inputs[name] === undefined) continue;
    throw new ConfigError(`${shown(name)} has no effect on a scripted model: drop it.`);
  }
}

/** Whether every model that the agent may talk to is a script: then no credential is needed. */
export function onlyScripts({ model = DEFAULT_MODEL, fallback_model = model }: Inputs): boolean {
  return isScript(model) && isScript(fallback_model);
}

function isScript(model: string): boolean {
  return model.startsWith(SCRIPTED_PREFIX);
}
