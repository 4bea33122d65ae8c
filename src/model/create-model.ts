import type { ApiModelOptions } from './api-model.ts';
import type { Cloud } from './cloud/cloud.ts';
import type { Model } from './model.ts';
import { SCRIPTED_PREFIX } from './model-id.ts';

export interface ModelOptions extends ApiModelOptions {
  /** The cloud that serves the API; absent: Anthropic, or whoever stands at `baseUrl`. */
  readonly cloud?: Cloud | undefined;
  /** Reads a script by the path given after `scripted:`. Absent: from the file system. */
  readonly readScript?: ((path: string) => Promise<string>) | undefined;
  /** What `{{name}}` in a script stands for. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
}

/**
 * The model that a name stands for: a script (`scripted:<file>`), else the API. Only what serves it
 * is loaded: a script needs no SDK, the API no YAML.
 * @throws ConfigError for credentials, an address or a script that can't work.
 */
export async function createModel(options: ModelOptions): Promise<Model> {
  if (!options.model.startsWith(SCRIPTED_PREFIX)) {
    const { createApiModel } = await import('./api-model.ts');
    const { cloud } = options;
    if (cloud === undefined) return createApiModel(options);
    const { connectCloud } = await import('./cloud/connect-cloud.ts');
    return createApiModel(options, await connectCloud(cloud));
  }
  const { loadScriptedModel } = await import('./scripted-model.ts');
  const { readScript, variables, onSent } = options;
  return await loadScriptedModel(options.model.slice(SCRIPTED_PREFIX.length), {
    readScript,
    variables,
    onSent,
  });
}
