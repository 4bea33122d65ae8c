import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRepository } from '../fakes/repository.ts';
import { look } from './scene.ts';

let root = '';
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'trees-')));
  mkdirSync(join(root, 'src/gen/deep'), { recursive: true });
  mkdirSync(join(root, 'src/node_modules/a'), { recursive: true });
  mkdirSync(join(root, 'many'));
  writeFileSync(join(root, 'src/gen/deep/a.ts'), '');
  writeFileSync(join(root, 'src/tracked.ts'), '');
  for (let file = 0; file < 5_001; file += 1) writeFileSync(join(root, `many/${file}`), '');
  symlinkSync('/etc', join(root, 'src/etc'));
});
afterAll(() => rmSync(root, { recursive: true }));

const here = (command: string) => look(command, { root, cwd: root });
const written = (command: string) =>
  here(command)
    .paths.filter(({ access }) => access === 'write')
    .map(({ path }) => relative(root, path.real));

test.each([
  'rm -r src',
  'rm -fR src',
  'rm --recursive src',
  'rm -rf src/*',
  'chmod -R 644 src',
  'chown -R a src',
  'git rm -r src',
  'git mv src lib',
  'git clean -fdx src',
  'git checkout HEAD~1 -- src',
  'git restore --source=main src',
])('%s changes all that lies in it', (line) => {
  expect(written(line)).toContain('src/gen/deep/a.ts');
  expect(here(line).unclear).toBeUndefined();
});

test('links are not followed, and packages not looked into', () => {
  const paths = written('rm -r src');
  expect(paths).toContain('src/etc');
  expect(paths).toContain('src/node_modules');
  expect(paths).not.toContain('src/node_modules/a');
  expect(paths.filter((path) => path.startsWith('../'))).toEqual([]);
});

test.each(['rm src', 'chmod 644 src', 'git checkout -- src', 'git restore src'])(
  '%s does not, or only takes back',
  (line) => {
    expect(written(line)).not.toContain('src/gen/deep/a.ts');
  },
);

test('more than can be looked through is not judged', () => {
  expect(here('rm -r many').unclear).toMatch(/more than 5000 files/);
});

test('git clean leaves what is in the index', () => {
  const { root: cwd, write } = createRepository({ 'src/tracked.ts': '' });
  write('src/new.ts', '');
  const paths = look('git clean -fd', { root: cwd, cwd }).paths.map(({ path }) => path.path);
  expect(paths).toContain(join(cwd, 'src/new.ts'));
  expect(paths).not.toContain(join(cwd, 'src/tracked.ts'));
});
