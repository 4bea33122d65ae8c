import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { look } from './scene.ts';

let root = '';
beforeAll(() => {
  root = join(realpathSync(mkdtempSync(join(tmpdir(), 'copies-'))), 'checkout');
  mkdirSync(join(root, 'tree/.github/workflows'), { recursive: true });
  mkdirSync(join(root, 'tree/links'));
  mkdirSync(join(root, 'odd'));
  mkdirSync(join(root, 'many'));
  writeFileSync(join(root, 'tree/.github/workflows/ci.yml'), '');
  writeFileSync(join(root, 'tree/.npmrc'), '');
  writeFileSync(join(root, 'tree/links/x'), '');
  writeFileSync(join(root, 'odd/--target-directory=.github'), '');
  for (let file = 0; file < 1_001; file += 1) writeFileSync(join(root, `many/${file}`), '');
  symlinkSync('..', join(root, 'links'));
});
afterAll(() => rmSync(join(root, '..'), { recursive: true }));

const here = (command: string, folder = '') =>
  look(command, { root, cwd: join(root, folder), home: '/home/someone' });
const written = (command: string) =>
  here(command)
    .paths.filter(({ access }) => access === 'write')
    .map(({ path }) => relative(root, path.real));

describe('where copies land', () => {
  test.each([
    ['cp -vt .git x', '.git/x'],
    ['cp -fvt.git x', '.git/x'],
    ['cp -T x .npmrc', '.npmrc'],
    ['cp --target-directory .github x', '.github/x'],
    ['cp --parents tree/.npmrc out', 'out/tree/.npmrc'],
    ['cp -r --parents tree out', 'out/tree/.github/workflows/ci.yml'],
    ['cp -r tree/. .', '.github/workflows/ci.yml'],
    ['cp -rT tree .', '.npmrc'],
    ['cp -a tree/* out', 'out/links/x'],
    ['cp -a tree/.github .', '.github/workflows/ci.yml'],
    ['cp -r tree/. .', '../x'],
    ['cp tree/links/x links', '../x'],
    ['mv tree/links .', 'tree/links/x'],
    ['mv tree/links .', '../x'],
    ['rsync -a tree/ .', '.github/workflows/ci.yml'],
    ['rsync -aR tree/./.npmrc .', '.npmrc'],
    ['install -D -m 644 x .husky/x', '.husky/x'],
    ['install -d .husky a', '.husky'],
    ['ln -s /etc/.npmrc', '.npmrc'],
    ['ln -sft .github x', '.github/x'],
    ['sudo cp -vt .git x', '.git/x'],
  ])('%s writes %s', (command, file) => {
    expect(written(command)).toContain(file);
    expect(here(command).unclear).toBeUndefined();
  });

  test('what a tree holds is read', () => {
    const paths = here('cp -r tree out').paths.map(({ access, path }) => `${access} ${path.path}`);
    expect(paths).toContain(`read ${join(root, 'tree/.npmrc')}`);
  });

  test.each([
    'cp --target-d=.git x',
    'cp --target-dir .git x',
    'mv --targ=.git x',
    'cp -b -S rc x .npm',
    'cp -rL tree .',
    'rsync -a --delete tree/ .',
    "rsync -e 'sh x' a b",
    'install -s a b',
    'cp -r many out',
    'cp -r "$X" .',
    'cp "$X" b',
    'ln --sym x y',
    'cp -t out -t more x',
    'mv -t out --target-directory=more x',
  ])('%s is not understood', (command) => {
    expect(here(command)).toMatchObject({ readOnly: false });
    expect(here(command).unclear).toBeDefined();
  });

  test('a file named like an option', () => {
    expect(here('cp * x', 'odd').unclear).toBeDefined();
    expect(here('cp ./* x', 'odd').unclear).toBeUndefined();
  });

  test.each(['cp a b', 'mv a b', 'for f in tr*; do mv "$f" x/; done', 'ln -s a b'])(
    '%s is plain',
    (command) => {
      expect(here(command).unclear).toBeUndefined();
    },
  );
});
