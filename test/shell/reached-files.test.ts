import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { look } from './scene.ts';

let top = '';
beforeAll(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'reached-')));
  for (const folder of ['plain/src', 'secret/.git', 'secret/src/keys', 'secret/docs']) {
    mkdirSync(join(top, folder), { recursive: true });
  }
  writeFileSync(join(top, 'plain/.env.example'), '');
  writeFileSync(join(top, 'plain/src/a.ts'), '');
  for (const name of ['.env', '.git/config', 'src/keys/a.pem', 'src/a.ts', 'docs/a.md']) {
    writeFileSync(join(top, 'secret', name), '');
  }
  symlinkSync('/etc', join(top, 'secret/docs/etc'));
});
afterAll(() => rmSync(top, { recursive: true }));

const here = (command: string, name = 'secret') =>
  look(command, { root: join(top, name), cwd: join(top, name), home: '/home/someone' });
const read = (command: string) =>
  here(command)
    .paths.filter(({ path }) => /\.env|\.pem|\.git/.test(path.path))
    .map(({ path }) => relative(join(top, 'secret'), path.path))
    .sort();

describe('secrets that a search finds', () => {
  test.each([
    ['grep -rn X .', ['.env', '.git/config', 'src/keys/a.pem']],
    ['grep -R X .', ['.env', '.git/config', 'src/keys/a.pem']],
    ['grep -r X', ['.env', '.git/config', 'src/keys/a.pem']],
    ['grep -rn X src', ['src/keys/a.pem']],
    ['grep -rn --exclude-dir=.git X .', ['.env', 'src/keys/a.pem']],
    ["grep -rn --exclude-dir=.git --exclude='.env*' X .", ['src/keys/a.pem']],
    ["grep -rn --include='*.ts' X .", []],
    ["grep -rn --include='.e*' X .", ['.env', '.git/config', 'src/keys/a.pem']],
    ['grep -n X docs/a.md', []],
    ['rg X', ['src/keys/a.pem']],
    ["rg --hidden ''", ['.env', '.git/config', 'src/keys/a.pem']],
    ['rg -uu X', ['.env', '.git/config', 'src/keys/a.pem']],
    ["rg -g '*.ts' X", []],
    ['rg X docs', []],
    ['sudo grep -rn X src', ['src/keys/a.pem']],
  ])('%s', (command, expected) => {
    expect(read(command)).toEqual(expected);
  });

  test.each(['grep -rn X .', 'grep -r . .git', 'rg --hidden X', 'rg X .git', 'diff src docs'])(
    '%s does not only read',
    (command) => {
      expect(here(command)).toMatchObject({ readOnly: false });
    },
  );

  test.each([
    'grep -rn X src',
    'grep -rn X .',
    "rg --hidden ''",
    'grep -rn --exclude-dir=.git X .',
  ])('%s is silent where nothing is secret', (command) => {
    expect(here(command, 'plain')).toMatchObject({ readOnly: true });
  });
});

test.each(['grep -rn X src/a.ts', 'grep -rn X no-such-folder', 'rg --hidden X src/a.ts'])(
  '%s looks in nothing but what it names',
  (command) => {
    expect(here(command)).toMatchObject({ readOnly: true });
    expect(read(command)).toEqual([]);
  },
);
test.each(['grep -rf src/a.ts', 'grep -r --exclude-from=src/a.ts X', 'rg -uu -f src/a.ts'])(
  '%s names no place to search',
  (command) => {
    expect(read(command)).toContain('.env');
  },
);

describe('secrets that git is told to print', () => {
  test.each([
    ['git show HEAD:.env', '.env'],
    ['git show refs/heads/x:.env', '.env'],
    ['git show origin/main:src/.env', 'src/.env'],
    ['git show :.env', '.env'],
    ['git show :0:.env', '.env'],
    ['git show HEAD^{/a:b}:.env', '.env'],
    ['git cat-file -p x:.env', '.env'],
    ['git cat-file --filters x:.env', '.env'],
    ["git diff -- ':(top).env'", '.env'],
    ['git show HEAD:src/keys/a.pem', 'src/keys/a.pem'],
  ])('%s reads %s', (command, file) => {
    expect(read(command)).toContain(file);
  });

  test('a file without a dot', () => {
    const paths = here('git show HEAD:id_rsa').paths.map(({ path }) => path.path);
    expect(paths).toEqual([join(top, 'secret/id_rsa')]);
  });
});

test.each(['echo /etc/*', "printf '%s\\n' /root/.*", 'basename -a /etc/*', 'echo docs/etc/*'])(
  '%s lists names outside',
  (command) => {
    expect(here(command)).toMatchObject({ readOnly: false });
  },
);

test.each(['echo src/*', 'echo a*b', 'printf "%s" *'])('%s lists names inside', (command) => {
  expect(here(command)).toMatchObject({ readOnly: true });
});
