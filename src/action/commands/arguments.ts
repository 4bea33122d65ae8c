import { type ParseArgsConfig, parseArgs } from 'node:util';
import { ConfigError, messageOf } from '../../base/errors.ts';
import { nearest } from '../../base/nearest.ts';

type Options = NonNullable<ParseArgsConfig['options']>;
type Parsed<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; strict: true }>
>['values'];

/**
 * Reads the flags of a command; there are no positional arguments.
 * @throws ConfigError for an unknown flag (with the one that was meant) or one without its value.
 */
export function readFlags<const O extends Options>(argv: readonly string[], options: O): Parsed<O> {
  try {
    return parseArgs({ args: [...argv], options, strict: true }).values as Parsed<O>;
  } catch (error) {
    const unknown = argv.find(
      (word) => word.startsWith('--') && !Object.hasOwn(options, word.slice(2).split('=')[0] ?? ''),
    );
    if (unknown === undefined) throw new ConfigError(messageOf(error), { cause: error });
    const name = unknown.slice(2).split('=')[0] ?? '';
    const near = nearest(name, Object.keys(options));
    const known = Object.keys(options).map((option) => `--${option}`);
    throw new ConfigError(
      near === undefined
        ? `There is no flag --${name}. There are ${known.join(', ')}.`
        : `There is no flag --${name}. Did you mean --${near}?`,
      { cause: error },
    );
  }
}
