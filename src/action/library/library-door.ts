import { ConfigError } from '../../base/errors.ts';
import { nearest } from '../../base/nearest.ts';
import type { BroughtServer } from '../../mcp/config/brought-server.ts';
import { toolAtWork } from '../../mcp/in-process/tool-at-work.ts';
import { actionDoor, type Door } from '../door.ts';
import { inputTexts } from './library-inputs.ts';
import { heldLog } from './library-log.ts';

/** As a program gives them, which may have been written without a compiler. */
export type GivenOptions = Readonly<Record<string, unknown>>;

const OPTIONS = [
  'environment',
  'inputs',
  'servers',
  'directory',
  'secrets',
  'log',
  'acceptExposedSecrets',
];

/**
 * The action's door for a program: what the runner would hand over is made of what the program gives, so that inputs
 * are read, hidden and judged as there.
 * @throws ConfigError for options that can't be a job
 */
export function libraryDoor(given: GivenOptions, servers: readonly BroughtServer[]): Door {
  const unknown = Object.keys(given).find((name) => !OPTIONS.includes(name));
  if (unknown !== undefined) throw new ConfigError(unknownOption(unknown));
  const { log, directory } = given;
  const { variables, clean } = environmentOf(given['environment']);
  const inputs = inputTexts(given['inputs']);
  const door = actionDoor({ variables: withInputs(variables, inputs), clean }, inputs);
  return {
    ...door,
    ...(directory !== undefined && { start: textOption('directory', directory) }),
    ...(log !== undefined && { write: logOption(log) }),
    startedAt: performance.now(),
    brought: { servers, secrets: secretsOption(given['secrets']), toolAtWork },
  };
}

function environmentOf(given: unknown) {
  const { variables, clean } = Object(given);
  if (typeof variables !== 'object' || variables === null) {
    throw new ConfigError(
      'runJob needs an `environment`: call enterCleanEnvironment() first of all, and give what it gave.',
    );
  }
  const defined = Object.entries(variables).filter((entry): entry is [string, string] => {
    return typeof entry[1] === 'string';
  });
  return { variables: Object.fromEntries(defined), clean: clean === true };
}

function logOption(given: unknown): Door['write'] {
  if (typeof given !== 'function') {
    throw new ConfigError('The option `log` has to be a function that takes text.');
  }
  // Stdout may be what the program answers on.
  return heldLog(
    (text) => given(text),
    (text) => void process.stderr.write(text),
  );
}

/** Inputs of the step that the program may run in are not this job's. */
function withInputs(
  variables: Readonly<Record<string, string>>,
  inputs: Readonly<Record<string, string>>,
): Record<string, string> {
  const others = Object.entries(variables).filter(([name]) => !name.startsWith('INPUT_'));
  const own = Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]);
  return Object.fromEntries([...others, ...own]);
}

function secretsOption(given: unknown) {
  if (given === undefined) return [];
  if (typeof given !== 'object' || given === null) {
    throw new ConfigError('The option `secrets` has to be an object of values by name.');
  }
  return Object.entries(given).map(([name, value]) => ({
    name,
    value: textOption(`secrets.${name}`, value),
  }));
}

function textOption(name: string, given: unknown): string {
  if (typeof given === 'string' && given.trim() !== '') return given;
  throw new ConfigError(`The option \`${name}\` has to be a text.`);
}

function unknownOption(name: string): string {
  const near = nearest(name, OPTIONS);
  const help = near === undefined ? `There are ${OPTIONS.join(', ')}.` : `Did you mean ${near}?`;
  return `runJob has no option “${name}”. ${help}`;
}
