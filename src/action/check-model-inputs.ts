import { ConfigError } from '../base/errors.ts';
import { CLOUDS } from '../model/cloud/cloud.ts';
import { DEFAULT_MODEL, isAlias, modelId, SCRIPTED_PREFIX } from '../model/model-id.ts';

/** The inputs that say which model answers, and how to reach it. */
interface ModelInputs {
  readonly model?: string;
  readonly fallback_model?: string;
  readonly small_model?: string;
  readonly effort?: string;
  readonly anthropic_api_key?: string;
  readonly anthropic_auth_token?: string;
  readonly anthropic_base_url?: string;
  readonly use_bedrock?: boolean;
  readonly use_vertex?: boolean;
  readonly use_foundry?: boolean;
}

/**
 * Inputs about the model that can't have an effect beside each other.
 * @throws ConfigError for the first.
 */
export function checkModelInputs(inputs: ModelInputs, shown: (name: string) => string): void {
  const { model = DEFAULT_MODEL, fallback_model: fallback } = inputs;
  if (fallback !== undefined && modelId(fallback) === modelId(model)) {
    throw new ConfigError(
      `${shown('fallback_model')} is the model that it should stand in for: give another one, or drop it.`,
    );
  }
  checkCloud(inputs, shown);
  if (!onlyScripts(inputs)) return;
  for (const name of ['anthropic_base_url', 'effort', ...CLOUD_INPUTS] as const) {
    if (inputs[name] === undefined || inputs[name] === false) continue;
    throw new ConfigError(`${shown(name)} has no effect on a scripted model: drop it.`);
  }
}

/** Whether every model that the agent may talk to is a script: then no credential is needed. */
export function onlyScripts({
  model = DEFAULT_MODEL,
  fallback_model = model,
}: ModelInputs): boolean {
  return isScript(model) && isScript(fallback_model);
}

const CLOUD_INPUTS = CLOUDS.map((cloud) => `use_${cloud}` as const);
/** What belongs to the first-party API. */
const FIRST_PARTY = ['anthropic_api_key', 'anthropic_auth_token', 'anthropic_base_url'] as const;

function checkCloud(inputs: ModelInputs, shown: (name: string) => string): void {
  const [chosen, other] = CLOUD_INPUTS.filter((name) => inputs[name] === true);
  if (chosen === undefined) return;
  if (other !== undefined) {
    throw new ConfigError(`${shown(chosen)} and ${shown(other)} are both true: choose one.`);
  }
  const foreign = FIRST_PARTY.find((name) => inputs[name] !== undefined);
  if (foreign !== undefined) {
    throw new ConfigError(
      `${shown(foreign)} is for Anthropic's own API and has no effect with ${shown(chosen)}: drop one of them.`,
    );
  }
  if (chosen !== 'use_bedrock') return;
  const short = (['model', 'fallback_model', 'small_model'] as const).find((name) =>
    isAlias(name === 'model' ? (inputs.model ?? DEFAULT_MODEL) : (inputs[name] ?? '')),
  );
  if (short === undefined) return;
  throw new ConfigError(
    `${shown(short)} has to be an id of Bedrock's, such as global.anthropic.claude-opus-4-6-v1, with ${shown('use_bedrock')}: models have other names there.`,
  );
}

function isScript(model: string): boolean {
  return model.startsWith(SCRIPTED_PREFIX);
}
