import { realpathSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { segmentsBelow } from '../base/paths.ts';
import type { ConfiguredHook } from '../policy/hooks/hook-config.ts';
import type { Policy } from '../policy/policy.ts';
import type { Inputs } from './inputs.ts';

export interface Steered {
  readonly inputs: Pick<Inputs, 'settings' | 'prompt_file' | 'json_schema'>;
  readonly policy: Pick<Policy, 'sources' | 'hooks'>;
  /** Top of the checkout. */
  readonly root: string;
  /** What inputs are relative to. */
  readonly start: string;
}

/**
 * Files of the repository that govern this run and would govern the next: those that inputs name, the
 * policy's parents, and whatever a hook's command names. Paths from the top, with slashes.
 */
export function steeringFiles({ inputs, policy, root, start }: Steered): string[] {
  const { settings, prompt_file, json_schema } = inputs;
  const given = [...policy.sources, settings, prompt_file, json_schema];
  const named = given.filter((path) => path !== undefined && !path.startsWith('{'));
  const hooks = Object.values(policy.hooks).flatMap((groups) => groups.flatMap((one) => one.hooks));
  const paths = [
    ...named.map((path) => resolve(realpathSync(start), path ?? '')),
    ...hooks.flatMap(wordsOf).map((word) => (isAbsolute(word) ? word : resolve(root, word))),
  ];
  const below = paths.map((path) => segmentsBelow(path, root)?.join('/'));
  return [...new Set(below.filter((path) => path !== undefined && path !== ''))] as string[];
}

/** What may be a file: a word too many protects one that isn't there. */
function wordsOf(hook: ConfiguredHook): string[] {
  if (hook.type !== 'command') return [];
  return [hook.command, ...(hook.args ?? [])]
    .map((text) => text.replace(/\$(?:CLAUDE_PROJECT_DIR\b|\{CLAUDE_PROJECT_DIR[^}]*\})/g, '.'))
    .flatMap((text) => [text, ...text.replace(/["'\\]/g, '').split(/[\s;|&()<>=`]+/)])
    .filter((word) => word !== '' && !word.includes('\0'));
}
