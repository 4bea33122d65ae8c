import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeFileAtomic } from '../../src/base/atomic-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unattended-atomic-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('writes a new file and leaves nothing else behind', () => {
  writeFileAtomic(join(folder, 'a.txt'), 'text');
  expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('text');
  expect(readdirSync(folder)).toEqual(['a.txt']);
});

test('keeps the mode of the file it replaces', () => {
  const path = join(folder, 'run.sh');
  writeFileSync(path, 'old');
  chmodSync(path, 0o754);
  writeFileAtomic(path, Buffer.from('new'), { like: statSync(path) });
  expect(statSync(path).mode & 0o7777).toBe(0o754);
  expect(readFileSync(path, 'utf8')).toBe('new');
});

test('called off before the rename, the old file stands and the new one is gone', () => {
  const path = join(folder, 'a.txt');
  writeFileSync(path, 'old');
  const beforeRename = () => {
    expect(readFileSync(path, 'utf8')).toBe('old');
    throw new Error('called off');
  };
  expect(() => writeFileAtomic(path, 'new', { beforeRename })).toThrow('called off');
  expect(readFileSync(path, 'utf8')).toBe('old');
  expect(readdirSync(folder)).toEqual(['a.txt']);
});

test('an unwritable folder is an error with nothing left behind', () => {
  expect(() => writeFileAtomic(join(folder, 'none/a.txt'), 'x')).toThrow('ENOENT');
  expect(readdirSync(folder)).toEqual([]);
});
