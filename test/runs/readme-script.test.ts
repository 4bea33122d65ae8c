import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unattended } from '../fakes/command.ts';
import { createRepository, temporaryFolder } from '../fakes/repository.ts';

const root = join(import.meta.dirname, '../..');
const section = readFileSync(join(root, 'README.md'), 'utf8').split(/^## /m);
const scripts = section.find((part) => part.startsWith('Scripts\n')) ?? '';

function example(language: string): string {
  return new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(scripts)?.[1] ?? '';
}

test('the script in the README mends the example, started as the README says', async () => {
  const files = ['package.json', 'src/sum.js', 'test/sum.test.js'];
  const repository = createRepository({
    ...Object.fromEntries(
      files.map((file) => [file, readFileSync(join(root, 'examples/broken-sum', file), 'utf8')]),
    ),
    'script.yml': example('yaml'),
  });
  const [, words = ''] =
    /^node path\/to\/unattended\/dist\/cli\.js (.+)$/m.exec(example('sh')) ?? [];
  const args = [...words.matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare ?? '',
  );

  const { exitCode, stdout, stderr } = await unattended(args, {
    cwd: repository.root,
    env: { RUNNER_TEMP: temporaryFolder() },
  });

  expect(exitCode, stdout + stderr).toBe(0);
  expect(repository.git('diff', '--name-only').trim()).toBe('src/sum.js');
  expect(readFileSync(join(repository.root, 'src/sum.js'), 'utf8')).toContain('i = 0');
});
