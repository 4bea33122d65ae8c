import { ConfigError } from '../../base/errors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The first of some variables that is set; `undefined`: none is. */
export function setting(environment: Environment, ...names: readonly string[]): string | undefined {
  return names.map((name) => environment[name]?.trim()).find(Boolean);
}

/** @throws ConfigError when none of the variables is set. */
export function required(
  environment: Environment,
  input: string,
  ...names: readonly [string, ...string[]]
): string {
  const found = setting(environment, ...names);
  if (found !== undefined) return found;
  throw new ConfigError(`${input} needs the variable ${names[0]}: set it under env.`);
}
