import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPathspec } from '../../src/shell/pathspec.ts';
import {
  createRepository,
  repositoryIn,
  type TestRepository,
  temporaryFolder,
} from '../fakes/repository.ts';
import { look } from './scene.ts';

const SECRET = {
  '.env': 'X=1\n',
  '.env.example': '',
  'src/keys/a.pem': '',
  'src/a.ts': '',
  'docs/a.md': '',
  'src/zzz/\u00e4.ts': '',
};

const here = ({ root }: Pick<TestRepository, 'root'>, command: string, cwd = root) =>
  look(command, { root, cwd, home: '/nonexistent' });
const read = (repository: TestRepository, command: string, cwd?: string) =>
  here(repository, command, cwd)
    .paths.map(({ path }) => relative(repository.root, path.path))
    .filter((path) => /env|pem|id_rsa/.test(path) && !path.includes('*'))
    .sort();

let scratch = '';
let secret: TestRepository;
let plain: TestRepository;
beforeAll(() => {
  scratch = realpathSync(mkdtempSync(join(tmpdir(), 'content-')));
  for (const name of ['secret', 'plain']) mkdirSync(join(scratch, name));
  secret = repositoryIn(join(scratch, 'secret'), SECRET);
  plain = repositoryIn(join(scratch, 'plain'), {
    '.env.example': '',
    'src/a.ts': '',
    '.gitignore': '.env\n',
  });
  // git prints what it tracks.
  plain.write('.env', 'X=1\n');
});
afterAll(() => rmSync(scratch, { recursive: true }));

describe('git that prints all that it tracks', () => {
  const whole = [
    'git grep X',
    'git log -p',
    'git log -SX',
    'git diff',
    'git diff HEAD~1',
    'git show',
    'git show HEAD',
    'git diff -- .',
    "git diff -- ':(top)'",
    "git diff -- ':/'",
    "git diff -- '*'",
    'git diff --stat -p',
    'git log --binary',
    'git log -p --full-diff -- src/a.ts',
    'git log --patch-with-stat',
    'git range-diff HEAD~1...HEAD',
    'git diff -- ./src/..',
  ];
  test.each(whole)('is asked about, and reads every secret: %s', (command) => {
    expect(here(secret, command).readOnly).toBe(false);
    expect(here(secret, command).unclear).toMatch(/may print \.env.*:\(exclude\)\.env/);
    expect(read(secret, command)).toEqual(['.env', 'src/keys/a.pem']);
  });
  test.each(whole)('is silent where it tracks no secret: %s', (command) => {
    expect(here(plain, command)).toMatchObject({ readOnly: true, unclear: undefined });
  });

  test.each([
    ['git diff -- src', ['src/keys/a.pem']],
    ['git diff src', ['src/keys/a.pem']],
    ['git grep X src/keys', ['src/keys/a.pem']],
    ["git diff -- ':(exclude).env'", ['src/keys/a.pem']],
    ["git grep X -- ':!.env'", ['src/keys/a.pem']],
    ["git grep X -- ':^src'", ['.env']],
    ["git grep X -- ':(exclude,glob)**/.env'", ['src/keys/a.pem']],
    ["git grep X -- ':(exclude)**/.env'", ['.env', 'src/keys/a.pem']],
    ["git grep X -- ':(exclude)src?keys'", ['.env', 'src/keys/a.pem']],
    ["git grep X -- ':(exclude,icase).ENV'", ['.env', 'src/keys/a.pem']],
    ["git grep X -- '.e*'", ['.env']],
    ["git grep X -- ':(glob)*.pem'", []],
    ["git grep X -- '*.pem'", ['src/keys/a.pem']],
    ['git archive HEAD', ['.env', 'src/keys/a.pem']],
    ['git format-patch --stdout HEAD~1', ['.env', 'src/keys/a.pem']],
    ['git cat-file --batch-all-objects --batch', ['.env', 'src/keys/a.pem']],
  ])('%s reads %j', (command, files) => {
    expect(read(secret, command)).toEqual(files);
    if (files.length > 0) expect(here(secret, command).readOnly).toBe(false);
  });

  test.each([
    "git diff -- ':(exclude).env' ':(exclude)*.pem'",
    "git grep X -- '*.ts'",
    'git diff -- docs src/a.ts',
    'git log --oneline',
    'git diff --stat',
    'git show HEAD:src/a.ts',
    'git status',
  ])('%s leaves them out', (command) => {
    expect(here(secret, command)).toMatchObject({ readOnly: true, unclear: undefined });
  });

  test('from a folder inside', () => {
    const src = join(secret.root, 'src');
    expect(read(secret, 'git diff -- keys', src)).toEqual(['src/keys/a.pem']);
    expect(read(secret, "git grep X -- ':(exclude)keys'", src)).toEqual(['.env']);
    expect(read(secret, 'git diff -- ../docs', src)).toEqual([]);
  });

  test('untracked files too, where it is asked for them', () => {
    expect(read(plain, 'git grep --untracked X')).toEqual(['.env']);
    expect(read(plain, 'git grep --no-index X')).toEqual(['.env']);
  });
});

describe('the index', () => {
  test.each(['2', '3', '4'])('of version %s is read', (version) => {
    const { root, git } = secret;
    git('update-index', '--index-version', version);
    expect(read({ ...secret, root }, 'git diff')).toEqual(['.env', 'src/keys/a.pem']);
    expect(here(secret, "git diff -- ':!.env' ':!src/keys'").readOnly).toBe(true);
  });

  test('that is split is read, one of an unknown form or out of bounds is asked about', () => {
    const { root, git, write } = createRepository(SECRET);
    git('update-index', '--split-index');
    write('id_rsa', '');
    git('add', '.');
    expect(here({ root }, "git diff -- ':!.env' ':!src/keys'").unclear).toContain('id_rsa');
    writeFileSync(join(root, '.git/index'), 'DIRC what is this');
    expect(here({ root }, 'git diff')).toMatchObject({ readOnly: false });
    expect(here({ root }, 'git status').readOnly).toBe(true);
  });

  test('holds many files', () => {
    const { root, git } = repositoryIn(temporaryFolder(), {});
    mkdirSync(join(root, 'd'));
    const lines = Array.from({ length: 3000 }, (_, at) => `d/${'x'.repeat(at % 90)}${at}`);
    for (const name of [...lines, 'd/id_rsa']) writeFileSync(join(root, name), '');
    for (const version of ['4', '2']) {
      git('add', '.');
      git('update-index', '--index-version', version);
      expect(here({ root }, 'git diff').unclear).toContain('d/id_rsa');
    }
  });
});

test('a pathspec that is not understood chooses everything and leaves out nothing', () => {
  for (const text of ['a[b]', 'a?', 'a**b', ':(attr:x)a', ':(prefix:1)a', '../../x']) {
    expect(readPathspec(text, 'x/').matches('any')).toBe(true);
  }
  for (const text of [':!a[b]', ':(exclude,icase)a', ':^../../x']) {
    expect(readPathspec(text, 'x/').matches('any')).toBe(false);
  }
});
