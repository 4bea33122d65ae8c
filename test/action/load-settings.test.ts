import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { loadSettings } from '../../src/action/load-settings.ts';
import { configurationSource } from '../../src/github/configuration-files.ts';
import { gitIn } from '../../src/github/git.ts';
import { MANUAL, readEvent } from '../../src/github/github-event.ts';
import { createRepository, temporaryFolder } from '../fakes/repository.ts';

const allow = (rule: string) => JSON.stringify({ permissions: { allow: [rule] } });

function scene(files: Record<string, string>) {
  const repository = createRepository(files);
  const home = temporaryFolder();
  const base = repository.git('rev-parse', 'HEAD').trim();
  const pullRequest = readEvent('pull_request', {
    pull_request: {
      number: 1,
      base: { ref: 'main', sha: base, repo: { full_name: 'o/r' } },
      head: { ref: 'x', sha: 'b'.repeat(40), repo: { full_name: 'o/r' } },
    },
  });
  const load = async (
    options: { given?: string; event?: typeof MANUAL; directory?: string } = {},
  ) => {
    const { root } = repository;
    const place = { root, start: root, home, directory: join(root, options.directory ?? '') };
    const git = gitIn(root, { PATH: process.env['PATH'] ?? '', HOME: home });
    const { read, readOwn } = configurationSource(options.event ?? MANUAL, place, git);
    const named = async (path: string) => (await read(path)) ?? 'none';
    return loadSettings(options.given, place, { own: readOwn, named });
  };
  const rulesOf = async (options?: Parameters<typeof load>[0]) =>
    (await load(options)).settings.map(({ file, layer, rules }) => [
      file,
      layer,
      rules.allow[0]?.anchor,
      rules.allow[0]?.text,
    ]);
  return { ...repository, home, pullRequest, load, rulesOf };
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

test('three layers, each with the folder that its paths start from', async () => {
  const { root, home, rulesOf } = scene({
    '.claude/settings.json': allow('Bash(make a)'),
    '.claude/settings.local.json': allow('Bash(make b)'),
    'web/.claude/settings.json': allow('Bash(make c)'),
    'ci/settings.json': allow('Bash(make d)'),
  });
  put(join(home, '.claude/settings.json'), allow('Bash(make e)'));
  expect(await rulesOf({ given: 'ci/settings.json', directory: 'web' })).toEqual([
    ['~/.claude/settings.json', 'user', join(home, '.claude'), 'Bash(make e)'],
    ['.claude/settings.json', 'project', root, 'Bash(make a)'],
    ['.claude/settings.local.json', 'project', root, 'Bash(make b)'],
    ['web/.claude/settings.json', 'project', join(root, 'web'), 'Bash(make c)'],
    ['ci/settings.json', 'explicit', join(root, 'ci'), 'Bash(make d)'],
  ]);
});

test('the input may be the settings themselves', async () => {
  const { root, rulesOf } = scene({});
  expect(await rulesOf({ given: allow('Bash(make)') })).toEqual([
    ['input settings', 'explicit', root, 'Bash(make)'],
  ]);
});

test('on a pull request the base commit is read, and what only the head has is none', async () => {
  const { write, commit, pullRequest, rulesOf } = scene({
    '.claude/settings.json': allow('Bash(make a)'),
  });
  write('.claude/settings.json', allow('Bash(curl *)'));
  write('.claude/settings.local.json', allow('Bash(curl *)'));
  commit('hostile');
  expect((await rulesOf({ event: pullRequest })).map(([, , , rule]) => rule)).toEqual([
    'Bash(make a)',
  ]);
});

test('a file that is no JSON is a problem of its layer', async () => {
  const { load } = scene({ '.claude/settings.json': '{' });
  const { problems } = await load();
  expect(problems.map(({ layer, error }) => [layer, error.message])).toEqual([
    ['project', expect.stringContaining('.claude/settings.json:1:2: Settings have to be JSON')],
  ]);
});
