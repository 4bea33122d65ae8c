import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { classify } from '../../src/shell/classify.ts';
import { judge, makeScene, otherCall } from './scene.ts';

/** Rules and real command lines: the analysis and the matching together. */
const scene = makeScene();
mkdirSync(join(scene.root, 'out'));
writeFileSync(join(scene.root, '.env'), '');
afterAll(() => rmSync(scene.top, { recursive: true, force: true }));

function judgeLine(command: string, lists: Parameters<typeof judge>[2]): string {
  const analysis = classify(command, { cwd: scene.directory, home: scene.home, root: scene.root });
  return (
    judge(scene, otherCall('Bash', { ...analysis, specifier: undefined }), lists).split(':')[0] ??
    ''
  );
}

describe('what an allow rule covers', () => {
  test.each([
    ['yarn build', 'yarn build', 'allow'],
    ['yarn build', '  yarn   build ;', 'allow'],
    ['yarn build', 'yarn build # in a hurry', 'allow'],
    ['yarn build', 'yarn build --watch', 'ask'],
    ['yarn build', 'yarn build && yarn publish', 'ask'],
    ['yarn build', 'yarn build || true', 'allow'],
    ['yarn build', 'yarn build &', 'allow'],
    ['yarn build', 'yarn build\nyarn publish', 'ask'],
    ['yarn build', 'for i in 1 2; do yarn build; done', 'allow'],
    ['yarn build', 'yarn build | head -n 3', 'allow'],
    ['yarn build', 'yarn build | tee log.txt', 'ask'],
    ['yarn build', 'yarn build > log.txt', 'ask'],
    ['yarn build', 'yarn build 2>/dev/null', 'allow'],
    ['yarn build', 'yarn build `id -u evil`', 'ask'],
    ['yarn *', 'yarn "a; b && c"', 'allow'],
    ['yarn *', "yarn '$(rm x)'", 'allow'],
    ['yarn *', 'yarn "$(rm x)"', 'ask'],
    ['yarn *', 'yarn <(rm x)', 'ask'],
    ['yarn:*', 'yarnpkg', 'ask'],
    ['yarn add *', 'time yarn add x', 'allow'],
    ['yarn add *', 'timeout 30 yarn add x', 'allow'],
    ['yarn add *', 'xargs -n1 yarn add', 'ask'],
    ['yarn add *', 'sudo yarn add x', 'ask'],
    ['yarn add *', 'npx yarn add x', 'ask'],
    ['yarn add *', 'LD_PRELOAD=./x.so yarn add x', 'ask'],
    ['yarn add *', 'CI=$(id -u evil) yarn add x', 'ask'],
    ['find *', 'find src -delete', 'ask'],
    ['find src -delete', 'find src -delete', 'allow'],
    ['find . -delete', 'find . -delete', 'deny'],
    ['git commit -m "fix: a"', 'git commit -m "fix: a"', 'allow'],
    ['git commit *', 'git commit -m "$(cat <<\'X\'\na; rm b\nX\n)"', 'allow'],
    ['cd *', 'cd src && python3 x.py', 'ask'],
  ])('Bash(%s) for %j: %s', (specifier, command, expected) => {
    expect(judgeLine(command, { allow: [`Bash(${specifier})`] })).toBe(expected);
  });

  test('with an Edit rule, the files that it names', () => {
    const lists = { allow: ['Bash(yarn build)', 'Bash(tee *)', 'Edit(/out/**)'] };
    expect(judgeLine('yarn build > out/log', lists)).toBe('allow');
    expect(judgeLine('yarn build | tee out/log', lists)).toBe('allow');
    expect(judgeLine('yarn build > out/../log', lists)).toBe('ask');
    expect(judgeLine('yarn build > "$OUT"', lists)).toBe('ask');
    expect(judgeLine('yarn build > away/log', { allow: ['Bash', 'Edit'] })).toBe('ask');
  });

  test('nothing outside of the workspace', () => {
    expect(judgeLine('cat /etc/hosts', { allow: ['Bash'] })).toBe('ask');
    expect(judgeLine('cat /etc/hosts', { allow: ['Bash', 'Read(//etc/*)'] })).toBe('allow');
    expect(judgeLine('cat /etc/a/b', { allow: ['Bash', 'Read(//etc/*)'] })).toBe('ask');
  });
});

describe('what a deny rule reaches', () => {
  test.each([
    'wget x',
    'true; wget x',
    'true && ! wget x',
    '(wget x)',
    '{ wget x; }',
    'if true; then wget x; fi',
    'echo $(wget x)',
    'echo "`wget x`"',
    'cat <(wget x)',
    'A=1 B=2 wget x',
    'nice -n 5 wget x',
    'nohup wget x &',
    'sudo -u root wget x',
    'env -i wget x',
    'timeout 5 wget x',
    "bash -c 'wget x'",
    'find . -exec wget x \\;',
    'ls | xargs wget',
    '/usr/bin/wget x',
    '\\wget x',
    "w'ge't x",
    'wget "x',
  ])('%j', (command) => {
    expect(judgeLine(command, { deny: ['Bash(wget *)'], allow: ['Bash'] })).toBe('deny');
  });

  test.each([
    'cat .env',
    'head -n1 ./.env',
    'grep x < .env',
    'cat src/../.env',
    'cat "$PWD/.env"',
    'cat .en*',
    'cp .env copy',
    'echo x > .env',
  ])('a file in %j', (command) => {
    expect(judgeLine(command, { deny: ['Read(.env)'], allow: ['Bash'] })).toBe('deny');
  });

  test.each(['echo x > .git/config', 'cat /proc/self/environ', 'rm -rf .git', 'tee .git/hooks/x'])(
    'nothing lifts %j',
    (command) => {
      expect(judgeLine(command, { allow: ['Bash', 'Edit', 'Read(//**)'] })).toBe('deny');
    },
  );
});
