import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { runnerFiles } from '../../src/action/runner-files.ts';
import { temporaryFolder } from '../fakes/repository.ts';
import { commandFile } from '../fakes/runner.ts';

const NAMES = ['GITHUB_OUTPUT', 'GITHUB_STATE', 'GITHUB_STEP_SUMMARY'];

afterEach(() => {
  for (const name of NAMES) delete process.env[name];
});

function files(): Record<string, string> {
  const folder = temporaryFolder();
  return Object.fromEntries(
    NAMES.map((name) => {
      writeFileSync(join(folder, name), '');
      return [name, join(folder, name)];
    }),
  );
}

test('no value can set another', async () => {
  const variables = files();
  const values = { summary: 'a\nb=c\nghadelimiter_x\nd=e', other: '', third: '<<EOF\nx' };
  const runner = await runnerFiles(variables);
  runner.setOutputs(values);
  runner.saveState({ run_directory: '/tmp/a b' });
  await runner.addSummary('# Hi');
  expect(commandFile(variables['GITHUB_OUTPUT'])).toEqual(values);
  expect(commandFile(variables['GITHUB_STATE'])).toEqual({ run_directory: '/tmp/a b' });
  expect(readFileSync(variables['GITHUB_STEP_SUMMARY'] ?? '', 'utf8')).toContain('# Hi');
});

test('what the runner did not ask for is not printed instead', async () => {
  const written: string[] = [];
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = ((text: string) => written.push(text) > 0) as typeof process.stdout.write;
  try {
    const runner = await runnerFiles({});
    runner.setOutputs({ result: 'x' });
    runner.saveState({ y: 'z' });
    await runner.addSummary('s');
  } finally {
    process.stdout.write = write;
  }
  expect(written).toEqual([]);
});
