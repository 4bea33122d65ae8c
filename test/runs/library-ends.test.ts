import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../fakes/repository.ts';
import { runProgram } from './library-job.ts';
import { call, policy, script } from './mcp-job.ts';

const files = {
  'script.yml': script(call('mcp__own__do')),
  'p.yml': policy('permissions: { allow: [mcp__own] }'),
};
const source = (run: string, more = '', log = '() => {}') => `
let told = 'nothing';
const own = mcpServer('own', [{ name: 'do', description: 'Does it.', inputSchema: { type: 'object' }, run: ${run} }]);
const result = await runJob({
  environment, servers: [own], log: ${log},
  inputs: { model: 'scripted:script.yml', policy: './p.yml', prompt: 'x', comment: 'off'${more} },
});
tell({ ...result, told });
process.exitCode = result.verdict.exitCode;`;

test('a program that is told to end has its tools told, and its job’s result', async () => {
  const waits = `(_, { signal }) => new Promise(() => {
    signal.addEventListener('abort', () => { told = 'aborted'; });
    process.kill(process.pid, 'SIGTERM');
  })`;
  const program = await runProgram({ source: source(waits), files });
  expect(program.result).toMatchObject({
    verdict: { stopReason: 'cancelled', conclusion: 'failure' },
    told: 'aborted',
  });
  expect(program.exitCode).toBe(1);
  expect(program.outputs).toMatchObject({ stop_reason: 'cancelled' });
});

test('a tool that never lets go of the thread is ended with the process at the deadline', async () => {
  const hogs = '() => { for (;;); }';
  const program = await runProgram({
    source: source(hogs, ', timeout_minutes: 0.05'),
    files,
  });
  expect(program.result).toBeUndefined();
  expect(program.exitCode).toBe(1);
  expect(program.outputs).toMatchObject({ stop_reason: 'deadline', conclusion: 'failure' });
});

test('when its job is over, a program ends by itself', async () => {
  const program = await runProgram({ source: source("() => 'done'"), files });
  expect(program.exitCode).toBe(0);
  expect(program.result).toMatchObject({ verdict: { stopReason: 'completed' }, told: 'nothing' });
});

test.each([
  ['throws', "() => { told = 'told'; throw new TypeError('full') }"],
  ['rejects', "async () => { told = 'told'; throw new TypeError('full') }"],
])('a log that %s takes no run along, and what it does not take is shown', async (_, log) => {
  const program = await runProgram({ source: source("() => 'done'", '', log), files });
  expect(program.exitCode).toBe(0);
  expect(program.result).toMatchObject({ verdict: { stopReason: 'completed' }, told: 'told' });
  expect(program.stderr.match(/The function `log` failed \(TypeError\)/g)).toHaveLength(1);
  expect(program.stderr).toContain('success, completed');
  expect(JSON.stringify(program.transcript)).not.toContain('nobody waited');
});

test('a program that ends in the middle of its job fails, and says so', async () => {
  const program = await runProgram({ source: source('() => process.exit(0)'), files });
  expect(program.result).toBeUndefined();
  expect(program.exitCode).toBe(1);
  expect(program.stderr).toBe('The program ended in the middle of its job, which has no result.\n');
});

test('git that hangs at the end of a job holds no program', { timeout: 40_000 }, async () => {
  const bin = temporaryFolder('hanging-git-');
  const path = process.env['PATH'] ?? '';
  const git = `#!/bin/sh\n[ -e '${bin}/hang' ] && exec sleep 600\nPATH='${path}'\nexec git "$@"\n`;
  writeFileSync(join(bin, 'git'), git, { mode: 0o755 });
  const hangs = `() => { process.getBuiltinModule('node:fs').writeFileSync('${bin}/hang', ''); return 'now' }`;
  const program = await runProgram({
    source: source(hangs, ', timeout_minutes: 0.05'),
    files,
    variables: { PATH: `${bin}:${path}` },
  });
  expect(program.exitCode).toBe(1);
  expect(program.result).toMatchObject({ verdict: { stopReason: 'error' } });
  expect(program.stderr).toBe('');
});
