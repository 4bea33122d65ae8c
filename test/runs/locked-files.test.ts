import { expect, test } from 'vitest';
import { canLock, LOCKED_MACHINES } from '../chaos/locked-machines.ts';
import { expectTold, play } from './ended-job.ts';

const SAID = 'All is well.';

test.skipIf(!canLock).each([
  ['outputs that may not be written', 'The outputs could not be written'],
  ['a summary that may not be written', 'The summary could not be written'],
  ['a state that may not be written', 'The post step could not be told that the run has ended'],
])('%s: that is said, and takes nothing else along', async (machine, warning) => {
  const node = LOCKED_MACHINES[machine]?.node?.() ?? expect.fail(machine);
  const ended = await play([{ text: SAID }], { node });
  const { result, after } = ended;
  expect(result.exitCode).toBe(0);
  expect(result.stdout).toContain(`::warning title=Unattended::${warning}: `);
  expectTold(ended, 'no_changes');
  const told = {
    outputs: result.outputs['result'] === SAID,
    summary: result.summary.includes(SAID),
    state: result.state['finished'] === 'true',
  };
  const { mute } = LOCKED_MACHINES[machine] ?? {};
  expect(told).toEqual({ outputs: true, summary: true, state: true, [mute ?? '']: false });
  // It ended well, so the post step has nothing to say.
  expect(after.stdout).toBe('');
});
