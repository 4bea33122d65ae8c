import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judgeChanges } from '../../../src/github/delivery/judge-changes.ts';
import { createRepository, type TestRepository } from '../../fakes/repository.ts';
import { begin } from './scene.ts';

type Judged = [
  what: string,
  change: (repository: TestRepository) => void,
  reason: string | undefined,
];

test.each<Judged>([
  ...[
    '.GIT/config',
    'git~1/config',
    '.git /config',
    'src/../.git',
    'C:\\x',
    '..\\x',
    'a\\b/../../x',
  ].map(
    (target): Judged => [
      `a link to ${target}`,
      (r) => symlinkSync(target, join(r.root, 'link')),
      '“link”: a link that leads out',
    ],
  ),
  [
    'a link that leads out through another',
    (r) => {
      mkdirSync(join(r.root, 'a/b/c/e/f'), { recursive: true });
      symlinkSync('../../../../..', join(r.root, 'a/b/c/e/f/d'));
      symlinkSync('a/b/c/e/f/d/../../etc/passwd', join(r.root, 'leak'));
    },
    '“leak”: a link that leads out',
  ],
  [
    'a link whose way out is made by another, whatever its case',
    (r) => {
      mkdirSync(join(r.root, 'deep/er'), { recursive: true });
      r.write('deep/er/x', 'x\n');
      symlinkSync('../..', join(r.root, 'deep/er/UP'));
      symlinkSync('deep/er/up/../x', join(r.root, 'leak'));
    },
    '“leak”: a link that leads out',
  ],
  [
    'an old link that another one leads out now',
    (r) => {
      rmSync(join(r.root, 'one'), { recursive: true });
      symlinkSync('.', join(r.root, 'one'));
    },
    '“old”: a link that leads out',
  ],
  [
    'a loop of links',
    (r) => {
      symlinkSync('two', join(r.root, 'un'));
      symlinkSync('un', join(r.root, 'two'));
    },
    '“two” and “un”: a link that leads out',
  ],
  [
    'a link within, through another',
    (r) => {
      r.write('deep/er/x', 'x\n');
      symlinkSync('deep/er', join(r.root, 'short'));
      symlinkSync('short/../../a.txt', join(r.root, 'link'));
    },
    undefined,
  ],
])('%s', async (_what, change, reason) => {
  const repository = createRepository({ 'a.txt': 'a\n', 'one/two/x': 'x\n' });
  symlinkSync('one/../../x', join(repository.root, 'known-bad'));
  symlinkSync('one/two/../../a.txt', join(repository.root, 'old'));
  repository.commit('links');
  const run = await begin(repository);
  change(repository);
  const { judge, change: made } = await run.store();
  const problems = await judgeChanges(judge, made);
  if (reason === undefined) expect(problems).toEqual([]);
  else expect(problems.join('\n')).toContain(reason);
});
