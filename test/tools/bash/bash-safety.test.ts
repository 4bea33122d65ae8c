import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bashTool } from '../../../src/tools/bash/bash.ts';
import { exitMeaning } from '../../../src/tools/bash/exit-meaning.ts';
import { pollingProblem } from '../../../src/tools/bash/polling.ts';
import { quietEnvironment } from '../../../src/tools/bash/quiet-git.ts';
import { freshContext } from './bash-context.ts';

await bashTool.prepare();

describe('what a command is', () => {
  const context = () => freshContext();

  test('reading commands run beside others, a move of the directory does not', () => {
    expect(bashTool.isReadOnly({ command: 'ls -la' }, context())).toBe(true);
    expect(bashTool.isConcurrencySafe({ command: 'ls | wc -l' }, context())).toBe(true);
    expect(bashTool.isConcurrencySafe({ command: 'cd . && ls' }, context())).toBe(false);
    expect(bashTool.isConcurrencySafe({ command: 'npm test' }, context())).toBe(false);
  });

  test('destructive is told, and unknown for programs that could do anything', () => {
    expect(bashTool.isDestructive({ command: 'rm -rf src' }, context())).toBe(true);
    expect(bashTool.isDestructive({ command: 'ls' }, context())).toBe(false);
    expect(bashTool.isDestructive({ command: 'npm test' }, context())).toBeUndefined();
  });

  test('the subject names commands and paths', () => {
    const here = context();
    const subject = bashTool.preparePermissionMatcher({ command: 'npm test && rm a.txt' }, here);
    expect(subject.commands?.map(({ text }) => text)).toEqual(['npm test', 'rm a.txt']);
    expect(subject.paths.map(({ path, access }) => [path.path, access])).toContainEqual([
      join(here.workspace.root, 'a.txt'),
      'write',
    ]);
    expect(subject.readOnly).toBe(false);
  });

  test.each([{}, { command: 7 }, null, { command: 'if then' }])(
    'input %j is unclear and not read-only, never a crash',
    (input) => {
      const subject = bashTool.preparePermissionMatcher(input as { command: string }, context());
      expect(subject.unclear).toEqual(expect.any(String));
      expect(subject.readOnly).toBe(false);
    },
  );
});

describe('waiting', () => {
  test.each([
    'while ! curl -sf localhost:3000; do sleep 2; done',
    'until gh pr checks; do sleep 5; done; echo ok',
    'while true\ndo\n  git fetch\n  sleep 30\ndone',
    'npm start & while :; do sleep 1; done',
    'for ((;;)); do sleep 1; done',
    'while sleep 1; do ls; done',
    "bash -c 'until test -f x; do sleep 1; done'",
    'sleep 31',
    'sleep 2m && npm test',
    '  sleep 600; cat log',
  ])('`%s` is refused, with a deadline as the alternative', async (command) => {
    expect(pollingProblem(command)).toContain('`timeout 60 COMMAND`');
    await expect(bashTool.validateInput({ command }, freshContext())).rejects.toThrow('timeout 60');
  });

  test.each([
    "timeout 60 bash -c 'until curl -sf localhost:3000; do sleep 1; done'",
    'timeout -k 5 60s bash -c "while ! test -f x; do sleep 1; done"',
    'for i in 1 2 3; do curl localhost && break; sleep 1; done',
    'while read -r line; do echo "$line"; done < file',
    'sleep 2; npm test',
    'echo "while true; do sleep 1; done" > loop.sh',
    "cat > wait.sh <<'EOF'\nwhile true; do sleep 1; done\nEOF",
    'grep -rn sleep src; until false; do break; done',
    'npm test && sleep 5',
  ])('`%s` is not', (command) => {
    expect(pollingProblem(command)).toBeUndefined();
  });
});

test.each([
  ['grep a b', 'No matches found'],
  ['cat x | /usr/bin/grep -q "a|b"', 'No matches found'],
  ['git --no-pager diff --exit-code', 'There are differences'],
  ['git grep foo', 'No matches found'],
  ['LC_ALL=C rg foo', 'No matches found'],
  ['npm test', undefined],
  ['grep a b; npm test', undefined],
  ['echo "; grep"', undefined],
])('exit code 1 of `%s` means %s', (command, meaning) => {
  expect(exitMeaning(command, 1)).toBe(meaning);
  expect(exitMeaning(command, 2)).toBeUndefined();
});

describe('git in a command that only reads', () => {
  test('starts no program of the repository and none of the checkout', async () => {
    const context = freshContext();
    const { root } = context.workspace;
    const canary = join(root, 'canary.sh');
    const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args]);
    writeFileSync(canary, `#!/bin/sh\ntouch '${root}/ran'\ncat\n`);
    chmodSync(canary, 0o755);
    mkdirSync(join(root, 'bin'));
    writeFileSync(join(root, 'bin', 'git'), `#!/bin/sh\ntouch '${root}/ran'\n`);
    chmodSync(join(root, 'bin', 'git'), 0o755);
    git('init', '-q');
    git(
      '-c',
      'user.name=a',
      '-c',
      'user.email=a@b.c',
      'commit',
      '-q',
      '--allow-empty',
      '-m',
      'one',
    );
    for (const key of ['core.fsmonitor', 'core.pager', 'gpg.program', 'core.editor'])
      git('config', key, canary);
    git('config', 'log.showSignature', 'true');
    const environment = {
      ...context.environment,
      PATH: `${root}/bin:bin:${context.environment['PATH']}`,
    };
    const subject = { ...bashTool.preparePermissionMatcher({ command: '' }, context) };
    const { data } = await bashTool.call(
      { command: 'git log --oneline; git status --short' },
      { ...context, environment, subject: { ...subject, readOnly: true } },
      () => {},
    );
    expect(data.stdout).toContain('one');
    expect(data.stdout).toContain('?? canary.sh');
    expect(existsSync(join(root, 'ran'))).toBe(false);
  });

  test('keeps what else was given', () => {
    const quiet = quietEnvironment({ PATH: '/w/bin:/usr/bin:.', LANG: 'C' }, '/w');
    expect(quiet).toMatchObject({ PATH: '/usr/bin', LANG: 'C', GIT_CONFIG_GLOBAL: '/dev/null' });
    expect(quiet[`GIT_CONFIG_KEY_${Number(quiet['GIT_CONFIG_COUNT']) - 1}`]).toBe('safe.directory');
  });
});

test('the manual names only tools that are there', () => {
  const only = bashTool.prompt({ toolNames: new Set(['Bash']), timeoutMs: 120_000 });
  expect(only).not.toMatch(/Read|Grep|Glob|Edit/);
  const all = bashTool.prompt({
    toolNames: new Set(['Bash', 'Read', 'Grep']),
    timeoutMs: 120_000,
  });
  expect(all).toContain('Read to read files, Grep to search');
  // The forms that it names for a search are those that pass in a checkout.
  const { root } = freshContext().workspace;
  execFileSync('git', ['init', '-q', root]);
  const [, forms = ''] = /leave out `\.git`[^:]*: (.*?)\. /.exec(only) ?? [];
  const lines = [...forms.matchAll(/`([^`]+)`/g)].map(([, line]) => line ?? '');
  const context = { ...freshContext(), cwd: root };
  const here = { ...context, workspace: { ...context.workspace, root, directory: root } };
  const isReading = (command: string) => bashTool.isReadOnly({ command }, here);
  expect(lines.map(isReading)).toEqual([true, true, true]);
  expect(isReading('grep -rn X .')).toBe(false);
});

test('summary and rendering', () => {
  expect(bashTool.rendering.summary({ command: 'npm\n test' })).toBe('Bash npm  test');
  expect(bashTool.rendering.use({ command: 'ls' })).toEqual([
    { type: 'code', text: 'ls', language: 'bash' },
  ]);
});
