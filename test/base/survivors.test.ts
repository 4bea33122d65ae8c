import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { endSurvivors, RUN_VARIABLE } from '../../src/base/survivors.ts';

/** A process that has left its group, with a child of its own; lives until it is ended. */
async function daemon(run: string) {
  const child = spawn('sh', ['-c', 'exec setsid sh -c "sleep 300 & echo \\$!; exec sleep 300"'], {
    env: { PATH: process.env['PATH'], [RUN_VARIABLE]: run },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [text] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, grandchild: Number(text), ended: once(child, 'exit') };
}

test('ends daemons of the run with their children, and nobody else', async () => {
  const run = `run-${process.pid}`;
  const ours = await daemon(run);
  const other = await daemon(`${run}-other`);
  endSurvivors(run);
  expect(await ours.ended).toEqual([null, 'SIGKILL']);
  expect(other.child.exitCode ?? other.child.signalCode).toBeNull();
  endSurvivors(`${run}-other`);
  expect(await other.ended).toEqual([null, 'SIGKILL']);
});
