import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFlags } from './arguments.ts';
import type { CommandEnvironment } from './command.ts';

/** `examples/` of this package, from `dist/chunks/` and from `src/action/commands/` alike. */
const EXAMPLES = fileURLToPath(new URL('../../examples/', import.meta.url));

/** `unattended demo`: the whole job on a bundled broken repository, without key or network. */
export async function runDemo(argv: readonly string[], io: CommandEnvironment): Promise<number> {
  const flags = readFlags(argv, { json: { type: 'boolean' } });
  const log = flags.json ? io.err : io.out;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'unattended-demo-')));
  const checkout = join(folder, 'broken-sum');
  const eventPath = join(folder, 'event.json');
  writeFileSync(eventPath, payloadFor(makeRepository(checkout)));
  log(`A pull request with a failing test: ${checkout}\n\n`);
  const result = await io.runJob({
    kind: 'command',
    variables: {
      ...pick(io.variables, ['PATH', 'HOME', 'LANG', 'TMPDIR', 'SystemRoot']),
      RUNNER_TEMP: folder,
    },
    cleanEnvironment: io.cleanEnvironment,
    inputs: {
      prompt: 'The tests of this pull request fail. Find out why and mend the code, not the tests.',
      policy: 'pr-fix',
      model: `scripted:${join(EXAMPLES, 'broken-sum.script.yml')}`,
    },
    shown: (name) => `--${name.replaceAll('_', '-')}`,
    start: checkout,
    eventPath,
    eventName: 'pull_request',
    write: log,
  });
  log(`\nThe comment it would post:\n\n${indented(result.comment)}\n\nWhat it changed:\n\n`);
  log(
    `${indented(git(checkout, 'diff').trim())}\n\nTranscript: ${result.outputs['execution_file'] ?? ''}\n`,
  );
  if (flags.json)
    io.out(`${JSON.stringify({ ...result.outputs, comment: result.comment }, null, 2)}\n`);
  return result.verdict.exitCode;
}

/** @returns the commit that the pull request starts from, and its head. */
function makeRepository(checkout: string): { base: string; head: string } {
  cpSync(join(EXAMPLES, 'broken-sum'), checkout, { recursive: true });
  git(checkout, 'init', '--quiet', '--initial-branch=main');
  git(checkout, 'add', 'package.json');
  git(checkout, 'commit', '--quiet', '--message=Start');
  const base = git(checkout, 'rev-parse', 'HEAD').trim();
  git(checkout, 'checkout', '--quiet', '-b', 'add-sum');
  git(checkout, 'add', '--all');
  git(checkout, 'commit', '--quiet', '--message=Add sum');
  return { base, head: git(checkout, 'rev-parse', 'HEAD').trim() };
}

function payloadFor({ base, head }: { base: string; head: string }): string {
  return readFileSync(join(EXAMPLES, 'broken-sum.event.json'), 'utf8')
    .replaceAll('0000000000000000000000000000000000000000', base)
    .replaceAll('1111111111111111111111111111111111111111', head);
}

function git(cwd: string, ...args: string[]): string {
  const person = [
    '-c',
    'user.name=Demo',
    '-c',
    'user.email=demo@example.com',
    '-c',
    'commit.gpgSign=false',
    '-c',
    'core.hooksPath=/dev/null',
  ];
  return execFileSync('git', [...person, ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function pick(
  variables: Readonly<Record<string, string>>,
  names: readonly string[],
): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => names.includes(name)));
}

const indented = (text: string) => text.replaceAll(/^(?=.)/gm, '  ');
