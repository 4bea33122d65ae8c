import { expect, test } from 'vitest';
import { CleanTally } from '../../../src/github/context/clean-tally.ts';
import { pullDiff } from '../../../src/github/context/pull-diff.ts';
import { gitIn } from '../../../src/github/git.ts';
import { createRepository, type TestRepository } from '../../fakes/repository.ts';

async function diffOf(repository: TestRepository, base: string, head: string) {
  const tally = new CleanTally();
  const git = gitIn(repository.root, { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent' });
  const ref = (sha: string) => ({ ref: 'x', sha });
  const pullRequest = { number: 7, base: ref(base), head: ref(head), fork: true };
  return { ...(await pullDiff({ git, pullRequest, api: undefined, tally })), tally };
}

test('more files than GitHub lists', async () => {
  const repository = createRepository({ 'a.txt': 'a\n' });
  const base = repository.git('rev-parse', 'HEAD').trim();
  for (let index = 0; index < 3_100; index += 1)
    repository.write(`many/${index}.txt`, `${index}\n`);
  const head = repository.commit('many');
  const { files, diff } = await diffOf(repository, base, head);
  expect(files.split('\n')[0]).toBe('# 3100 files changed');
  expect(files).toContain('A\tmany/3099.txt\n');
  expect(diff).toContain('+3099\n');
});

test('names and lines that would pass for others are written out', async () => {
  const repository = createRepository({ 'old name.txt': 'one\ntwo\nthree\n' });
  const base = repository.git('rev-parse', 'HEAD').trim();
  repository.git('mv', 'old name.txt', 'new name.txt');
  repository.write('a\nM\tb.txt', '\u200bhidden\n');
  const head = repository.commit('odd');
  const { files, diff, tally } = await diffOf(repository, base, head);
  expect(files).toBe('# 2 files changed\nA\t"a\\nM\\tb.txt"\nR\told name.txt -> new name.txt\n');
  expect(diff).toContain('+\\u200bhidden');
  expect(tally.told).toBe('unseen characters in code, shown as \\u…: 1');
});

test('what the base did since does not count', async () => {
  const repository = createRepository({ 'a.txt': 'a\n' });
  repository.git('checkout', '-q', '-b', 'topic');
  repository.write('b.txt', 'b\n');
  const head = repository.commit('topic');
  repository.git('checkout', '-q', 'main');
  repository.write('c.txt', 'c\n');
  const base = repository.commit('main goes on');
  expect((await diffOf(repository, base, head)).files).toBe('# 1 file changed\nA\tb.txt\n');
});

test('the settings of a repository start no program', async () => {
  const repository = createRepository({ 'a.txt': 'a\n', '.gitattributes': '*.txt diff=evil\n' });
  const base = repository.git('rev-parse', 'HEAD').trim();
  repository.write('a.txt', 'b\n');
  const head = repository.commit('b');
  repository.git('config', 'diff.evil.command', 'touch ran');
  repository.git('config', 'diff.evil.textconv', 'touch ran; cat');
  expect((await diffOf(repository, base, head)).diff).toContain('+b');
  expect(repository.git('status', '--porcelain')).toBe('');
});

test('a commit that is not to be had is told in place of the diff', async () => {
  const repository = createRepository({});
  const base = repository.git('rev-parse', 'HEAD').trim();
  const { diff } = await diffOf(repository, base, 'a'.repeat(40));
  expect(diff).toMatch(/^The diff could not be made: git fetch: /);
});
