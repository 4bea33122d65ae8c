#!/usr/bin/env node
// The action's last word: it runs after the job's steps, also when the run was killed, and finishes
// what the run could not.
if (process.env['STATE_finished'] !== 'true') {
  const { enterCleanEnvironment } = await import('./action/clean-environment.ts');
  const { variables } = enterCleanEnvironment();
  const { finishKilledRun } = await import('./action/finish-killed-run.ts');
  await finishKilledRun(variables);
}
const { leave } = await import('./base/leave.ts');
process.stdout.write('', () => void leave(0));
