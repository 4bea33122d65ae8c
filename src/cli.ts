#!/usr/bin/env node
// The command line's door. Like the action's it imports nothing but what replaces the process, and
// does that for `run` alone: the other commands meet no secret.
import { enterCleanEnvironment } from './action/clean-environment.ts';

const environment =
  process.argv[2] === 'run' ? enterCleanEnvironment() : { variables: process.env, clean: true };
const { runCommand } = await import('./action/run-command.ts');
const code = await runCommand(process.argv.slice(2), environment, async (door) => {
  const { run } = await import('./run.ts');
  return run(door);
});
const { leave } = await import('./base/leave.ts');
// Whatever a library left open must not keep the command alive; both streams are flushed first.
process.stdout.write('', () => process.stderr.write('', () => void leave(code)));
