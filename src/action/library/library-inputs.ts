import { ConfigError } from '../../base/errors.ts';

/**
 * The action's inputs as the runner hands them over: texts, lists as lines.
 * @throws ConfigError for a value of another kind
 */
export function inputTexts(given: unknown): Readonly<Record<string, string>> {
  if (typeof given !== 'object' || given === null) {
    throw new ConfigError('runJob needs `inputs`, the action’s inputs by their names.');
  }
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [name, textOf(name, value)]));
}

function textOf(name: string, value: unknown): string {
  if (Array.isArray(value) && value.every((line) => typeof line === 'string')) {
    return value.join('\n');
  }
  if (['string', 'number', 'boolean'].includes(typeof value)) return String(value);
  throw new ConfigError(
    `input ${name} can't be ${value === null ? 'null' : `of type ${typeof value}`}: it takes a text, a number, true or false, or a list of texts.`,
  );
}
