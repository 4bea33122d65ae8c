import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { repositoryIn, type TestRepository } from '../fakes/repository.ts';
import { look } from './scene.ts';

let repository: TestRepository;
beforeAll(() => {
  repository = repositoryIn(realpathSync(mkdtempSync(join(tmpdir(), 'found-'))), {
    'secret/x.txt': 'PRIVATE\n',
    'src/a.ts': 'public\n',
    'docs/a.md': 'public\n',
    'docs/deep/b.txt': 'public\n',
  });
  symlinkSync('/etc/hostname', join(repository.root, 'docs/away.md'));
});
afterAll(() => rmSync(repository.root, { recursive: true }));

const here = (command: string) => {
  const { root } = repository;
  const isRefused = (path: string) => path.startsWith(join(root, 'secret/'));
  return look(command, { root, cwd: root, home: '/nonexistent', isRefused });
};
const touched = (command: string) =>
  here(command).paths.map(
    ({ access, path }) => `${access} ${relative(repository.root, path.path)}`,
  );

describe('what find comes upon', () => {
  test.each([
    'find . -exec cat {} +',
    'find . -type f -exec grep -n x {} \\;',
    "find . -name '*.txt' -exec head {} \\;",
    'find . -execdir cat {} \\;',
    'find . -ok cat {} \\;',
    'find . -exec python3 read.py {} \\;',
    'find . -exec tar cf o.tar {} +',
    'find . -exec sed -n p {} +',
    'cd docs && find .. -type f -exec cat {} +',
    "find . -name '*.md' -o -exec cat {} \\;",
    "find . -exec cat {} \\; -name '*.md'",
    "find . ! -name '*.md' -exec cat {} \\;",
    "find . \\( -name '*.md' -o -newer docs/a.md \\) -exec cat {} \\;",
    'find . -regex -type -exec cat {} \\;',
    "find . -name '[s-x]*' -exec cat {} \\;",
    'find . -depth -name secret -prune -o -exec cat {} +',
    'fd -x cat',
    'fd -X wc -l {}',
  ])('is read by %s', (command) => {
    expect(touched(command)).toContain('read secret/x.txt');
  });

  test.each([
    'find . -delete',
    'find . -type f -delete',
    "find . -name '*.txt' -delete",
    'find secret -exec rm {} +',
    'find . -exec sed -i s/a/b/ {} +',
    'find . -type d -exec rm -rf {} +',
    'find . -name secret -exec rm -rf {} +',
    'find . -exec cp docs/a.md {} \\;',
    'find . -exec mv {} docs \\;',
    'find . -exec tee {} +',
    'find . -fprint secret/x.txt',
    'find . -fprintf secret/x.txt %p',
    'find . -fprint0 secret/x.txt',
    'find . -fls secret/x.txt',
    'fd -x rm',
  ])('is written by %s', (command) => {
    expect(touched(command)).toContain('write secret/x.txt');
  });

  test.each([
    "find . -name '*.md' -type f -exec cat {} +",
    "find . -path ./secret -prune -o -type f -name '*.txt' -exec cat {} +",
    "find . -not -path './secret/*' -name '*.txt' -exec cat {} +",
    "find . \\( -name '*.ts' -o -name '*.md' \\) -type f -exec wc -l {} +",
    'find . -maxdepth 1 -type f -exec cat {} +',
    'find src docs -type f -exec cat {} +',
  ])('and %s leaves out is not', (command) => {
    expect(touched(command).join('\n')).not.toMatch(/secret\/x/);
  });

  test('a link among it is read where it leads', () => {
    const { paths, readOnly } = here("find docs -name '*.md' -exec cat {} +");
    expect(paths.map(({ path }) => path.given).join()).toContain('docs/away.md');
    expect(readOnly).toBe(false);
  });

  test('more than is looked through, or a folder that is not known, is not understood', () => {
    expect(here('find / -delete').unclear).toMatch(/more than 20000|not known/);
    expect(here('find "$X" -delete').unclear).toMatch(/not known beforehand/);
    expect(here('find -L . -exec cat {} +').unclear).toMatch(/more than/);
  });
});

describe('a search that runs a reader', () => {
  test.each([
    "find src -name '*.ts' -exec grep -l foo {} \\;",
    'find . -type f -name *.ts -exec wc -l {} +'.replace('*.ts', "'*.ts'"),
    "find src docs/deep -name '*.t*' -exec cat {} +",
    "find . -name node_modules -prune -o -name '*.ts' -exec wc -l {} +",
  ])('only reads: %s', (command) => {
    expect(here(command).readOnly).toBe(true);
  });

  test.each([
    'find src -exec cat {} +',
    'find .git -name config -exec cat {} +',
    'find src/.git -name x -exec cat {} +',
    "find src -name '.env*' -exec cat {} +",
    "find src -name 'id_*' -exec cat {} +",
    "find src -name '*.pem' -exec cat {} +",
    "find src -name '*.key' -o -name '*.ts' -exec cat {} + -o -exec cat {} +",
    `find src -name "*.ts" -exec awk {} \\;`,
    `find src -name "*.ts" -exec sed {} src/a.ts \\;`,
    `find src -name "*.ts" -exec uniq {} +`,
    `find src -name "*.ts" -exec sort {} -o {} \\;`,
    `find src -name "*.ts" -exec {} \\;`,
    `find src -name "*.ts" -exec sh -c {} \\;`,
    `find src -name "*.ts" -exec awk "{print}{}" {} \\;`,
    `find src -name "*.ts" -exec git log {} \\;`,
    `find src -name "*.ts" -exec cat {} \\; -delete`,
    `find src -name "*.ts" -exec cat {} \\; -exec cat {} \\;`,
    'find src -name "*.ts" -execdir cat {} \\;',
    'find src -name "*.ts" -ok cat {} \\;',
    `find src -name "*.ts" -exec cat {}`,
    `find src -name "*.ts" -exec cat {} + -fprint x`,
    'find . -type f -exec cat {} +',
    'find docs -name "*.md" -exec cat {} +',
    'find .. -name "*.ts" -exec cat {} +',
  ])('may do more: %s', (command) => {
    expect(here(command).readOnly).toBe(false);
  });
});
