import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { repositoryIn, type TestRepository } from '../fakes/repository.ts';
import { look } from './scene.ts';

let repository: TestRepository;
beforeAll(() => {
  repository = repositoryIn(realpathSync(mkdtempSync(join(tmpdir(), 'packed-'))), {
    'secret/x.txt': 'PRIVATE\n',
    'src/a.ts': 'public\n',
    'docs/a.md': 'public\n',
  });
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

describe('what goes into an archive', () => {
  test.each([
    'tar cf - .',
    'tar -czf o.tgz secret',
    'tar cfz o.tgz secret',
    'tar -C secret -cf o.tar .',
    'tar -cf o.tar -C secret x.txt',
    'tar --create --file=o.tar secret/x.txt',
    'tar -rf o.tar .',
    "tar -cf o.tar --exclude='*.md' .",
    'tar -cf o.tar --anchored --exclude=secret .',
    'zip -r o.zip .',
    'zip o.zip secret/x.txt',
    "zip -r o.zip . -x 'secret/*'",
    '7z a o.7z',
    '7z a o.7z secret',
    'ar rcs o.a secret/x.txt',
    'jar cf o.jar secret',
    'patch -i secret/x.txt docs/a.md',
    'patch docs/a.md secret/x.txt',
    '7z l secret/x.txt',
    'ar t secret/x.txt',
    'unzip -l secret/x.txt',
    'tar -xf secret/x.txt -C docs',
  ])('is read by %s', (command) => {
    expect(touched(command)).toContain('read secret/x.txt');
  });

  test.each([
    'tar -czf o.tgz src docs',
    'tar -cf o.tar --exclude=secret --exclude=.git .',
    'zip -r o.zip src',
  ])('and nothing else, by %s', (command) => {
    expect(touched(command).join('\n')).not.toMatch(/secret/);
    expect(here(command).unclear).toBeUndefined();
  });

  test.each([
    'tar -cf o.tar -T list',
    'tar -cf o.tar --files-from=list',
    'zip o.zip -@',
    '7z a o.7z @list',
    'ls | cpio -o',
    'pax -w src',
  ])('is not known beforehand for %s', (command) => {
    expect(here(command).unclear).toBeDefined();
  });
});

describe('what comes out of it', () => {
  test.each([
    'tar -xf a.tar -C secret',
    'tar xfC a.tar secret',
    'tar -xf a.tar --directory=secret',
    'tar -xf a.tar --one-top-level=secret',
    'tar -xf a.tar secret/x.txt',
    'tar -xf a.tar secret',
    'cd secret && tar xf ../a.tar',
    'unzip a.zip -d secret',
    'unzip -dsecret a.zip',
    'unzip -o a.zip secret/x.txt',
    '7z x a.7z -osecret',
    'ar x a.a secret/x.txt',
    'tar -cf secret/x.txt docs',
    'tar cfz secret/x.txt docs',
    'tar -uf secret/x.txt docs',
    'tar --delete -f secret/x.txt docs',
    'tar -cf o.tar -g secret/x.txt docs',
    'tar -cf o.tar --index-file=secret/x.txt docs',
    'tar -cf o.tar --remove-files secret',
    'zip -m o.zip secret',
    'zip -r secret/x.txt docs',
    '7z a secret/x.txt docs',
    'ar rcs secret/x.txt docs/a.md',
    'jar cf secret/x.txt docs',
    'patch secret/x.txt a.patch',
    'patch -o secret/x.txt docs/a.md a.patch',
    'patch -r secret/x.txt docs/a.md a.patch',
  ])('is written by %s', (command) => {
    expect(touched(command)).toContain('write secret/x.txt');
  });

  test.each([
    'tar xf a.tar',
    'tar -x',
    'tar -xf a.tar -C .',
    'tar -xf a.tar -C src/..',
    'tar -xf a.tar -C ..',
    "tar -xf a.tar --wildcards 'secret/*'",
    'tar xPf a.tar -C out',
    'tar -xf a.tar -C out --transform s,a,b,',
    'tar -xf a.tar --to-command=x -C out',
    'tar -xf a.tar -C out -I ./x',
    'tar -cf o.tar src --checkpoint-action=exec=x',
    'bsdtar xf a.tar',
    'unzip a.zip',
    "unzip a.zip 'src/*'",
    'unzip -j a.zip src/a.ts',
    '7z x a.7z',
    '7z e a.7z -y',
    'ar x a.a',
    'jar xf a.jar',
    'cpio -i',
    'cpio -idm -D out',
    'pax -r -f a.pax',
    'patch -p1',
    'patch -d src docs/a.md',
    'patch -p1 -i a.patch',
  ])('is not known beforehand for %s', (command) => {
    expect(here(command).unclear).toBeDefined();
  });

  test.each([
    'mkdir out && tar -xf a.tar -C out',
    'tar --list -f a.tar',
    'tar -xOf a.tar src/a.ts',
    'unzip -q a.zip -d out',
    'unzip -p a.zip src/a.ts',
    '7z x a.7z -oout',
    'patch --dry-run -p1 -i a.patch',
    'patch docs/a.md a.patch',
    'cpio -t',
  ])('is clear for %s', (command) => {
    expect(here(command).unclear).toBeUndefined();
  });
});
