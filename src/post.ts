#!/usr/bin/env node
// The action's last word: it runs after the job's steps, also when the run was killed, and finishes
// what the run could not.
if (process.env['STATE_finished'] !== 'true') {
  const { finishKilledRun } = await import('./action/finish-killed-run.ts');
  const variables = Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  );
  await finishKilledRun(variables);
}
process.stdout.write('', () => process.exit(0));
