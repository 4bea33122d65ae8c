import { join } from 'node:path';
import { randomUuid } from '../base/random.ts';
import { createEnvFile } from './env-file.ts';
import type { AnsweredHook } from './hook.ts';
import type { Hooks } from './hook-runner.ts';
import type { HookOccasion } from './occasion.ts';

/**
 * Runs the hooks of SessionStart or CwdChanged with a file to leave variables in.
 * @param base what commands have so far.
 * @returns the answers, and the variables for later commands.
 */
export async function runWithEnv(
  hooks: Hooks,
  occasion: HookOccasion,
  base: Readonly<Record<string, string>>,
  folder: string,
): Promise<{
  readonly answered: readonly AnsweredHook[];
  readonly variables: Readonly<Record<string, string>>;
  /** Names that were left out: they hold credentials, make programs run code, or are no plain values. */
  readonly refused: readonly string[];
}> {
  const file = createEnvFile(join(folder, `hook-env-${randomUuid()}.sh`));
  const answered = await hooks.run({
    ...occasion,
    environment: { ...occasion.environment, CLAUDE_ENV_FILE: file.path },
  });
  return { answered, ...file.read(base) };
}
