import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judgeChanges } from '../../../src/github/delivery/judge-changes.ts';
import { mergeTrees } from '../../../src/github/delivery/merge-trees.ts';
import { gitIn } from '../../../src/github/git.ts';
import { takeSnapshot } from '../../../src/github/snapshot.ts';
import { createRepository, temporaryFolder } from '../../fakes/repository.ts';
import { begin } from './scene.ts';

const LINES = Array.from({ length: 9 }, (_, at) => `${at}\n`).join('');

test.each<[what: string, over: (index: string, root: string) => void]>([
  [
    'a flag in it',
    (index, root) => {
      const env = { ...process.env, GIT_INDEX_FILE: index };
      execFileSync('git', ['update-index', '--assume-unchanged', 'a.txt'], { cwd: root, env });
    },
  ],
  ['what is no index', (index) => writeFileSync(index, 'x')],
  ['a later time', (index) => utimesSync(index, new Date(), new Date(Date.now() + 3_600_000))],
])('an index of our own that is written over hides nothing: %s', async (_what, over) => {
  const repository = createRepository({ 'a.txt': 'a\n', 'kept.log': 'k\n', 'b.txt': 'b\n' });
  repository.write('.gitignore', '*.log\n');
  repository.commit('ignore what is tracked');
  const folder = temporaryFolder();
  const environment = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent' };
  const snapshot = await takeSnapshot(gitIn(repository.root, environment), repository.root, folder);
  over(join(folder, 'index-before'), repository.root);
  repository.write('a.txt', 'b\n');
  expect(await snapshot.changedFiles()).toEqual([
    { path: 'a.txt', status: 'modified', added: 1, removed: 1 },
  ]);
});

test('what lies where the store is made does not count', async () => {
  const repository = createRepository({ 'a.txt': LINES });
  repository.write('a.txt', LINES.replace('8', 'eight'));
  repository.commit('ours');
  const ours = repository.git('rev-parse', 'HEAD^{tree}').trim();
  repository.git('reset', '--quiet', '--hard', 'HEAD^');
  const run = await begin(repository);
  repository.write('a.txt', LINES.replace('0', 'zero'));
  const ran = join(temporaryFolder(), 'ran');
  mkdirSync(join(run.folder, 'delivery/info'), { recursive: true });
  writeFileSync(join(run.folder, 'delivery/config'), `[merge "x"]\n\tdriver = touch ${ran}\n`);
  writeFileSync(join(run.folder, 'delivery/info/attributes'), '* merge=x\n');
  const { git, trees } = await run.store();
  const { before: base, after: theirs } = trees;
  const merged = await mergeTrees(git, { base, ours, theirs });
  expect('tree' in merged && (await git(['show', `${merged.tree}:a.txt`]))).toBe(
    LINES.replace('0', 'zero').replace('8', 'eight'),
  );
  expect(existsSync(ran)).toBe(false);
});

test('attributes below .git take no filter away, and bring none', async () => {
  const repository = createRepository({ '.gitattributes': '*.lfs filter=lfs\n' });
  const run = await begin(repository);
  repository.write('a.lfs', 'x\n');
  repository.write('b.txt', 'x\n');
  const attributes = join(repository.root, '.git/info/attributes');
  mkdirSync(join(attributes, '..'), { recursive: true });
  appendFileSync(attributes, '*.lfs !filter\n*.txt filter=lfs\n');
  const { judge, change } = await run.store();
  const problems = (await judgeChanges(judge, change)).join('\n');
  expect(problems).toContain('“a.lfs”: stored through a filter');
  expect(problems).not.toContain('b.txt');
});
