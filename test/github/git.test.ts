import { chmodSync, existsSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { gitIn } from '../../src/github/git.ts';
import { createRepository, temporaryFolder } from '../fakes/repository.ts';

const SYSTEM = process.env['PATH'] ?? '';

test('git never comes from the checkout, however PATH leads there', async () => {
  const repository = createRepository({});
  const mark = join(temporaryFolder(), 'ran');
  repository.write('bin/git', `#!/bin/sh\ntouch ${mark}\n`);
  chmodSync(join(repository.root, 'bin/git'), 0o755);
  const link = join(temporaryFolder(), 'link');
  symlinkSync(join(repository.root, 'bin'), link);
  for (const folder of [join(repository.root, 'bin'), 'bin', '.', '', link]) {
    const path = [folder, SYSTEM].join(delimiter);
    const git = gitIn(repository.root, { PATH: path, HOME: '/nonexistent' });
    expect(await git(['rev-parse', 'HEAD'])).toMatch(/^[0-9a-f]{40}\n$/);
  }
  expect(existsSync(mark)).toBe(false);
});
