import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepPatch } from '../../../src/github/delivery/keep-patch.ts';
import { createRepository, type TestRepository, temporaryFolder } from '../../fakes/repository.ts';
import { begin, found, SECRET } from './scene.ts';

/** A clean checkout of the first commit with the patch applied, as a tree. */
function applied(repository: TestRepository, patch: string): string {
  const clone = temporaryFolder();
  const git = (...args: string[]) => execFileSync('git', args, { cwd: clone, encoding: 'utf8' });
  git('clone', '--quiet', repository.root, '.');
  git('-c', 'core.autocrlf=false', 'apply', '--index', patch);
  return git('write-tree').trim();
}

async function patchOf(repository: TestRepository, change: () => void) {
  const run = await begin(repository);
  change();
  const { git, trees, change: made, folder } = await run.store();
  return { kept: await keepPatch(git, made, join(folder, 'x.patch'), found), trees };
}

const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}\n`).join('');

test('applies on a clean checkout: moves, modes, binaries, deletions, empty files, CRLF and odd names', async () => {
  const repository = createRepository({
    'moved.txt': lines(40),
    'run.sh': '#!/bin/sh\n',
    'gone.txt': 'x\n',
    'crlf.txt': 'a\r\nb\r\n',
    'image.bin': 'GIF\u0000\u0001',
    'noeol.txt': 'end',
    '.gitattributes': '* diff=evil\n',
  });
  repository.git('config', 'diff.evil.textconv', 'false');
  repository.git('config', 'diff.noprefix', 'true');
  const at = (path: string) => join(repository.root, path);
  const { kept, trees } = await patchOf(repository, () => {
    renameSync(at('moved.txt'), at('elsewhere.txt'));
    repository.write('elsewhere.txt', `${lines(40)}more\n`);
    chmodSync(at('run.sh'), 0o755);
    rmSync(at('gone.txt'));
    repository.write('crlf.txt', 'a\r\nc\r\n');
    repository.write('image.bin', Buffer.from([0, 255, 254, 13, 10, 0, 128]));
    repository.write('noeol.txt', 'end of it');
    repository.write('empty', '');
    repository.write('latin1.txt', Buffer.from([0xe4, 0xf6, 0x0a]));
    repository.write('dir/with "quotes" and blanks.txt', 'q\n');
    repository.write('äöü 漢字.txt', 'u\n');
    symlinkSync('run.sh', at('link'));
    repository.commit('by the agent');
    repository.write('after-the-commit.txt', 'and not committed\n');
  });
  expect(kept?.leftOut).toEqual([]);
  const text = readFileSync(kept?.file ?? '', 'latin1');
  expect(text).toContain('rename from moved.txt');
  expect(text).toContain('old mode 100644\nnew mode 100755');
  expect(text).toContain('GIT binary patch');
  repository.git('reset', '--hard', '--quiet', 'HEAD~1');
  expect(applied(repository, kept?.file ?? '')).toBe(trees.after);
});

test('no secret is in a patch: its file is left out whole, in text, binary or name', async () => {
  const repository = createRepository({ 'a.txt': 'a\n', 'old.txt': `key ${SECRET}\nb\n` });
  const { kept, trees } = await patchOf(repository, () => {
    repository.write('a.txt', 'fine\n');
    repository.write('key.txt', `token = "${SECRET}"\n`);
    repository.write('key.bin', Buffer.from(`\u0000\u0001${SECRET}\u0000`));
    repository.write('wide.txt', Buffer.from(`\u0000${SECRET}`, 'utf16le'));
    repository.write(`${SECRET}.txt`, 'x\n');
    repository.write('encoded.txt', `${Buffer.from(SECRET).toString('base64')}\n`);
    // Taking one out is what a run may well be for.
    repository.write('old.txt', 'key from the environment\nb\n');
  });
  expect([...(kept?.leftOut ?? [])].sort()).toEqual(
    [`${SECRET}.txt`, 'encoded.txt', 'key.bin', 'key.txt', 'wide.txt'].sort(),
  );
  const text = readFileSync(kept?.file ?? '', 'utf8');
  expect(text).toContain('+fine');
  expect(text).not.toMatch(new RegExp(`^\\+.*${SECRET}`, 'm'));
  expect(applied(repository, kept?.file ?? '')).not.toBe(trees.before);
});

test('what an earlier step wrote and nobody committed is not published', async () => {
  const repository = createRepository({ 'a.txt': 'a\n' });
  repository.write('config.json', `{\n"key": "${SECRET}",\n"x": 1\n}\n`);
  repository.write('leaves.txt', `${SECRET}\n`);
  const { kept } = await patchOf(repository, () => {
    repository.write('a.txt', 'b\n');
    repository.write('config.json', `{\n"key": "${SECRET}",\n"x": 2\n}\n`);
    rmSync(join(repository.root, 'leaves.txt'));
  });
  expect(kept?.leftOut).toEqual(['config.json', 'leaves.txt']);
  expect(readFileSync(kept?.file ?? '', 'utf8')).not.toContain(SECRET);
});

test.each([
  ['a decoy before', `token ghp_${'A1b2'.repeat(9)}\n`],
  [
    'the same bytes a line each before',
    [...Buffer.from(SECRET)]
      .sort()
      .map((byte) => `${byte.toString(16)}\n`)
      .join(''),
  ],
])('%s does not let a secret through that is spread over lines', async (_what, decoy) => {
  const repository = createRepository({ 'a.txt': 'a\n', 'held.txt': decoy });
  const { kept } = await patchOf(repository, () => {
    const spread = [...Buffer.from(SECRET)].map((byte) => byte.toString(16)).join('\n');
    repository.write('a.txt', 'b\n');
    repository.write('held.txt', `${decoy}${spread}\n`);
  });
  expect(kept?.leftOut).toEqual(['held.txt']);
});

test('a secret that is published already stays no news where lines change around it', async () => {
  const token = `ghp_${'A1b2'.repeat(9)}`;
  const repository = createRepository({ 'held.txt': `a\n${token}\n` });
  const { kept } = await patchOf(repository, () => {
    repository.write('held.txt', `b\nx = ${token};\nmore\n`);
  });
  expect(kept?.leftOut).toEqual([]);
});

test('nothing is written when every file holds a secret', async () => {
  const repository = createRepository({ 'a.txt': 'a\n' });
  const { kept } = await patchOf(repository, () => repository.write('a.txt', SECRET));
  expect(kept).toBeUndefined();
});
