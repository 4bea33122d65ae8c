import { appendFileSync, chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { classify } from '../../src/shell/classify.ts';
import {
  MAIN_LINES,
  PROGRAM_SETTINGS,
  type ProgramSetting,
  READING_LINES,
} from './git-programs.ts';
import { layTrap, settingsOf, settingText } from './git-trap.ts';

const nameOf = ({ key, beside }: ProgramSetting) => [key, ...Object.keys(beside ?? {})].join(' + ');

test('no setting of the repository makes a silent command start a program', () => {
  const trap = layTrap();
  expect(trap.readSilently()).toEqual({ ran: expect.any(Number), traces: '' });
  expect(trap.readSilently().ran).toBeGreaterThan(45);
  let ran = 0;
  for (const setting of PROGRAM_SETTINGS) {
    trap.set('.git/config', settingsOf(setting));
    // Nobody knows of a way from the others to a program: the main commands are enough for them.
    const silent = trap.readSilently(setting.fires ? READING_LINES : MAIN_LINES);
    expect(silent.traces, nameOf(setting)).toBe('');
    ran += silent.ran;
  }
  // Some settings are overridden instead of making git not silent: those were tried for real.
  expect(ran).toBeGreaterThan(400);
}, 60_000);

describe('nor one elsewhere:', () => {
  test.each(['.git/config.worktree', '.git/modules/sub/config'])(
    '%s',
    (file) => {
      const trap = layTrap();
      trap.set('.git/config', {
        'extensions.worktreeConfig': 'true',
        'core.repositoryformatversion': '1',
      });
      for (const setting of PROGRAM_SETTINGS.filter(({ fires }) => fires)) {
        const isModule = file.includes('modules');
        trap.set(file, {
          ...(isModule && { 'core.worktree': '../../../sub' }),
          ...settingsOf(setting),
        });
        expect(trap.readSilently().traces, nameOf(setting)).toBe('');
      }
    },
    60_000,
  );

  test('the user’s, with attributes for all files', () => {
    const trap = layTrap();
    const home = trap.environment['HOME'] ?? '';
    const keys = ['core.fsmonitor', 'diff.external', 'filter.evil.clean', 'diff.evil.textconv'];
    const text = keys.map((key) => settingText(key, join(home, 'canary')));
    writeFileSync(join(home, '.gitconfig'), text.join(''));
    mkdirSync(join(home, '.config/git'), { recursive: true });
    writeFileSync(join(home, '.config/git/attributes'), '* diff=evil filter=evil\n');
    expect(trap.tracesOf('git status', trap.environment)).toContain('canary');
    const silent = trap.readSilently();
    expect(silent.traces).toBe('');
    expect(silent.ran).toBeGreaterThan(45);
  });

  test('hooks in their usual place', () => {
    const trap = layTrap();
    trap.set('.git/config', {});
    for (const hook of [
      'post-index-change',
      'reference-transaction',
      'fsmonitor-watchman',
      'pre-auto-gc',
    ]) {
      const path = join(trap.root, '.git/hooks', hook);
      writeFileSync(path, readFileSync(join(trap.environment['HOME'] ?? '', 'canary')));
      chmodSync(path, 0o755);
    }
    expect(trap.tracesOf('git status', trap.environment)).toContain('post-index-change');
    expect(trap.readSilently()).toEqual({ ran: expect.any(Number), traces: '' });
  });

  test('a repository planted as a submodule', () => {
    const trap = layTrap();
    const { root, git } = trap;
    rmSync(join(root, 'sub/.git'));
    git('-C', 'sub', 'init', '--quiet');
    git('-C', 'sub', 'add', '.');
    trap.set('sub/.git/config', {
      'core.repositoryformatversion': '0',
      'filter.evil.clean': 'CANARY',
    });
    expect(trap.tracesOf('git status', trap.environment)).toContain('canary');
    expect(trap.readSilently(['git status', 'git diff', 'ls']).ran).toBe(1);
    trap.set('sub/.git/config', {
      'core.repositoryformatversion': '0',
      'core.fsmonitor': 'CANARY',
    });
    expect(trap.tracesOf('git status', trap.environment)).toContain('canary');
    expect(trap.readSilently()).toEqual({ ran: expect.any(Number), traces: '' });
    expect(trap.readSilently().ran).toBeGreaterThan(45);
  });
});

describe('a line that does more than read runs without the overrides,', () => {
  const partOf = (root: string, line: string) =>
    classify(line, { cwd: root, home: '/x', root }).commands.find(
      ({ text }) => text === 'git status',
    );

  test('so that git in it does not only read where one is needed', () => {
    const trap = layTrap();
    const lines = ['git status && npm test', 'timeout 5 git status; npm test'];
    const parts = () => lines.map((line) => partOf(trap.root, line)?.readOnly);
    expect(parts()).toEqual([true, true]);
    const settings = {
      'core.fsmonitor': 'CANARY',
      'core.hooksPath': 'HOOKS',
      'log.showSignature': 'true',
      'remote.origin.promisor': 'true',
    };
    for (const [key, value] of Object.entries(settings)) {
      trap.set('.git/config', { [key]: value });
      expect(partOf(trap.root, 'git status && ls')?.readOnly, key).toBe(true);
      expect(parts(), key).toEqual([false, false]);
    }
  });

  test('but hooks that reading does not start, and what only a remote needs, do not matter', () => {
    const trap = layTrap();
    mkdirSync(join(trap.root, '.husky'));
    appendFileSync(join(trap.root, '.husky/pre-commit'), 'npm test\n');
    trap.set('.git/config', { 'core.hooksPath': '.husky', 'core.sshCommand': 'ssh -i key' });
    expect(partOf(trap.root, 'git status && npm test')?.readOnly).toBe(true);
  });
});

test('the traps are set: ordinary git does start the programs', () => {
  const trap = layTrap();
  const silent = PROGRAM_SETTINGS.filter((setting) => {
    if (setting.fires === undefined) return false;
    trap.set('.git/config', {
      'user.name': 'Mona',
      'user.email': 'mona@example.com',
      ...settingsOf(setting),
    });
    return trap.tracesOf(setting.fires, trap.environment) === '';
  });
  expect(silent.map(nameOf)).toEqual([]);
}, 60_000);
