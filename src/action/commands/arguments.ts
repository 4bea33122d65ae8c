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
    if (unknown === undefined) throw new ConfigError(inOneSentence(error), { cause: error });
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

/**
 * The same for a command that is given one file beside its flags, before or behind them.
 * @throws ConfigError as `readFlags`; for a second file too.
 */
export function readFileAndFlags<const O extends Options>(
  argv: readonly string[],
  options: O,
): { readonly file: string | undefined; readonly flags: Parsed<O> } {
  const { tokens } = parseArgs({
    args: [...argv],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const files = tokens.filter((token) => token.kind === 'positional');
  const [first, second] = files;
  if (second) throw new ConfigError(`“${second.value}” is one file too many: it takes one.`);
  const rest = argv.filter((_word, index) => index !== first?.index);
  return { file: first?.value, flags: readFlags(rest, options) };
}

/** `parseArgs` takes several lines and speaks of positional arguments. Its codes: Node docs, “Errors”. */
function inOneSentence(error: unknown): string {
  const message = messageOf(error);
  const flag = /'(?:-\w, )?(--[\w-]+)/.exec(message)?.[1];
  if (flag !== undefined && message.includes('does not take')) return `${flag} takes no value.`;
  if (flag !== undefined)
    return `${flag} has no value: give it as ${flag}=VALUE, also when it begins with a dash.`;
  const word = /^Unexpected argument '(.*)'/s.exec(message)?.[1];
  if (word !== undefined) return `“${word}” belongs to no flag: values are given as --flag VALUE.`;
  return message.split('\n')[0] ?? message;
}
