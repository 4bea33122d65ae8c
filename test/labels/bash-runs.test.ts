import { spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { classify } from '../../src/shell/classify.ts';
import { quietEnvironment } from '../../src/tools/bash/quiet-git.ts';
import { createRepository, temporaryFolder } from '../fakes/repository.ts';
import { readCases } from './read-cases.ts';

const TEXT = 'foo\nbar 1 2\nTODO x\n';
const NAMES = 'a b c x a.txt b.txt a.ts a.csv src/a.ts src/b.ts test/t.ts README.md Makefile';
const JSON_TEXT = '{"version":"1","scripts":{"test":"x"}}';

/** Every entry below a folder but the index, which git brings up to date when it compares. */
function entriesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path !== '.git/index')
    .sort()
    .map((path) => {
      const stats = lstatSync(join(folder, path));
      return `${path} ${stats.isDirectory() ? '' : `${stats.size} ${stats.mtimeMs}`}`;
    });
}

test('what is called reading changes nothing when bash runs it', () => {
  const files = Object.fromEntries(NAMES.split(' ').map((name) => [name, TEXT]));
  const { root, git, write, commit } = createRepository({ ...files, 'a.json': JSON_TEXT });
  git('tag', 'v1.0');
  write('a.ts', 'changed\n');
  commit('two');
  git('branch', 'dev');
  write('a.ts', 'again\n');
  git('stash', '--quiet');
  const home = temporaryFolder();
  mkdirSync(join(home, '.ssh'));
  const scene = { cwd: root, home, root };
  const lines = readCases<{ kind: string; command: string }>('bash')
    .map(({ command }) => command.replace(/\/w(?=[ /]|$)/g, root))
    // A line that waits, or prints without an end, would only take time.
    .filter((line) => !/sleep|seq 1 \d{6}/.test(line) && classify(line, scene).readOnly);
  expect(lines.length).toBeGreaterThan(800);

  const before = [entriesIn(root), entriesIn(home)];
  const script = join(temporaryFolder(), 'script');
  const quoted = lines.map((line) => `( eval '${line.replaceAll("'", "'\\''")}' )\n`);
  writeFileSync(script, `${quoted.join('')}echo done >&3\n`);
  const environment = quietEnvironment({ PATH: process.env['PATH'] ?? '', HOME: home }, root);
  const ran = spawnSync(
    '/bin/bash',
    ['--noprofile', '--norc', '-c', `. '${script}' 3>&1 >/dev/null 2>&1`],
    {
      cwd: root,
      env: environment,
      input: '',
      encoding: 'utf8',
    },
  );
  expect(ran.stdout).toBe('done\n');
  expect([entriesIn(root), entriesIn(home)]).toEqual(before);
}, 120_000);
