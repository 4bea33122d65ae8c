import { secretsIn } from '../credentials.ts';
import type { Door } from '../door.ts';
import { INPUT_NAMES } from '../inputs.ts';
import { readFlags } from './arguments.ts';
import type { CommandEnvironment } from './command.ts';

const asFlag = (input: string) => input.replaceAll('_', '-');

/** Flags that may be given without a value, meaning true. */
const SWITCHES: readonly string[] = ['dry_run', 'show_full_output', 'display_report', 'pr_draft'];

/** Outputs that hold JSON. */
const NOT_TEXT = [
  'num_turns',
  'total_cost_usd',
  'permission_denials',
  'changed_files',
  'structured_output',
  'pr_number',
];

const INPUT_FLAGS = Object.fromEntries(
  INPUT_NAMES.map((name) => [asFlag(name), { type: 'string', multiple: true }] as const),
);

/** `unattended run`: the action's job in this checkout. */
export async function runJob(argv: readonly string[], io: CommandEnvironment): Promise<number> {
  const flags = readFlags(withValues(argv), {
    ...INPUT_FLAGS,
    event: { type: 'string' },
    json: { type: 'boolean' },
  });
  const log = flags.json ? io.err : io.out;
  warnOfSecrets(io);
  const result = await io.runJob(doorOf(flags, io, log));
  if (flags.json) io.out(`${JSON.stringify(typed(result.outputs), null, 2)}\n`);
  if (result.verdict.stopReason !== 'config_error') return result.verdict.exitCode;
  for (const error of result.errors) io.err(`unattended: ${error}\n`);
  return 2;
}

function doorOf(
  flags: Readonly<Record<string, unknown>>,
  io: CommandEnvironment,
  write: (text: string) => void,
): Door {
  const given = INPUT_NAMES.flatMap((name) => {
    const values = flags[asFlag(name)];
    return Array.isArray(values) ? [[name, values.join('\n')] as const] : [];
  });
  return {
    kind: 'command',
    variables: io.variables,
    cleanEnvironment: io.cleanEnvironment,
    inputs: Object.fromEntries(given),
    shown: (name) => `--${asFlag(name)}`,
    start: process.cwd(),
    eventPath: typeof flags['event'] === 'string' ? flags['event'] : undefined,
    eventName: io.variables['GITHUB_EVENT_NAME'] || undefined,
    write,
  };
}

/** Outputs are texts, as GitHub has it; for programs they are what they stand for, absent ones null. */
function typed(outputs: Readonly<Record<string, string>>): Record<string, unknown> {
  const entries = Object.entries(outputs).map(([name, text]) => {
    if (text === '') return [name, name === 'result' ? text : null];
    return [name, NOT_TEXT.includes(name) ? JSON.parse(text) : text];
  });
  return Object.fromEntries(entries);
}

/** `--dry-run` is `--dry-run=true`. */
function withValues(argv: readonly string[]): string[] {
  const bare = new Set(SWITCHES.map((name) => `--${asFlag(name)}`));
  return argv.map((word) => (bare.has(word) ? `${word}=true` : word));
}

/** We can empty our own environment, not that of the shell we were started from. */
function warnOfSecrets(io: CommandEnvironment): void {
  const names = secretsIn(io.variables).map(({ name }) => name);
  if (names.length === 0) return;
  io.err(
    `unattended: your shell's environment holds ${names.join(', ')}. Commands that the agent runs don't get ${names.length === 1 ? 'it' : 'them'}, but could read your shell's environment in /proc.\n`,
  );
}
