import type { ApiModelOptions } from './api-model.ts';
import type { Model } from './model.ts';
import { SCRIPTED_PREFIX } from './model-id.ts';

export interface ModelOptions extends ApiModelOptions {
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
    return createApiModel(options);
  }
  const { loadScriptedModel } = await import('./scripted-model.ts');
  const { readScript, variables, onSent } = options;
  return await loadScriptedModel(options.model.slice(SCRIPTED_PREFIX.length), {
    readScript,
    variables,
    onSent,
  });
}
