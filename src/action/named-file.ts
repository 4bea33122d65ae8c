import { ConfigError } from '../base/errors.ts';
import type { ConfigurationSource } from '../github/configuration-files.ts';

/**
 * The text of a file that an input names.
 * @throws ConfigError when there is none.
 */
export async function readNamed(
  input: string,
  path: string,
  configuration: ConfigurationSource,
  shown: (name: string) => string,
): Promise<string> {
  if (/[\r\n]/u.test(path.trim())) {
    throw new ConfigError(
      `${shown(input)} is no path of a file: it has several lines, and does not begin with “{” as JSON would.`,
    );
  }
  const text = await configuration.read(path);
  if (text !== undefined) return text;
  throw new ConfigError(`${shown(input)}: there is no file “${path}” in ${configuration.from}.`);
}
