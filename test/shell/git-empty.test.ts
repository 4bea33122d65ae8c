import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { classify } from '../../src/shell/classify.ts';
import { createRepository, temporaryFolder } from '../fakes/repository.ts';

const LINES = ['git diff HEAD~1', "git log -S 'x' --oneline", 'git log -p', 'git show HEAD'];
const silent = (root: string) =>
  LINES.map((line) => classify(line, { cwd: root, home: '/nonexistent', root }).readOnly);

test('without a commit there is nothing to print', () => {
  const root = temporaryFolder();
  execFileSync('git', ['init', '-q'], { cwd: root });
  expect(silent(root)).toEqual([true, true, true, true]);
  const folder = temporaryFolder();
  mkdirSync(join(folder, '.git'));
  expect(silent(folder)).toEqual([true, true, true, true]);
});

test('with one there is, and the id of an object may be one', () => {
  const { root } = createRepository({ '.env': 'TOKEN=1\n' });
  expect(silent(root)[3]).toBe(false);
  const empty = temporaryFolder();
  execFileSync('git', ['init', '-q'], { cwd: empty });
  const { readOnly } = classify('git show abcdef12', { cwd: empty, home: '/h', root: empty });
  expect(readOnly).toBe(false);
});
