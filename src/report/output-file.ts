import { randomBytes } from '../base/random.ts';

/**
 * Values as GitHub's environment files (`GITHUB_OUTPUT`) take them. The delimiter can't be guessed:
 * a value that held it would end early, and the rest of it would set outputs of its own.
 */
export function formatOutputFile(outputs: Readonly<Record<string, string>>): string {
  return Object.entries(outputs)
    .map(([name, value]) => {
      const delimiter = `unattended_${randomBytes(16).toString('hex')}`;
      return `${name}<<${delimiter}\n${value}\n${delimiter}\n`;
    })
    .join('');
}
