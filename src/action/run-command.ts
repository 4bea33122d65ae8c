import { ConfigError } from '../base/errors.ts';
import { nearest } from '../base/nearest.ts';
import { COMMANDS } from './commands/all.ts';
import type { CommandEnvironment } from './commands/command.ts';
import { helpText } from './commands/help.ts';
import { VERSION } from './version.ts';

/**
 * Runs one command of `unattended`.
 * @returns the exit code: 0 good or neutral, 1 failure, 2 a mistake in what was given.
 */
export async function runCommand(
  argv: readonly string[],
  environment: { variables: NodeJS.ProcessEnv | Readonly<Record<string, string>>; clean: boolean },
  runJob: CommandEnvironment['runJob'],
): Promise<number> {
  const [name, ...rest] = argv;
  const io: CommandEnvironment = {
    variables: definedOf(environment.variables),
    cleanEnvironment: environment.clean,
    runJob,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
  };
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    io.out(helpText());
    return name === undefined ? 2 : 0;
  }
  if (name === '--version') {
    io.out(`${VERSION}\n`);
    return 0;
  }
  try {
    const command = COMMANDS.find((candidate) => candidate.name === name);
    if (!command) throw new ConfigError(unknownCommand(name));
    if (rest.includes('--help') || rest.includes('-h')) {
      io.out(command.help);
      return 0;
    }
    const { run } = await command.load();
    return await run(rest, io);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    io.err(`unattended: ${error.message}\n`);
    return 2;
  }
}

function unknownCommand(name: string): string {
  const names = COMMANDS.map((command) => command.name);
  const near = nearest(name, names);
  return near === undefined
    ? `There is no command “${name}”. There are ${names.join(', ')}.`
    : `There is no command “${name}”. Did you mean “${near}”?`;
}

function definedOf(
  variables: NodeJS.ProcessEnv | Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
