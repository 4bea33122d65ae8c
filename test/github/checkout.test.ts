import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findCheckout } from '../../src/github/checkout.ts';
import { createRepository, temporaryFolder } from '../fakes/repository.ts';

test('finds the top of the work tree and the folder to work in', () => {
  const { root } = createRepository({ 'packages/app/a.js': '' });
  expect(findCheckout(root, undefined, '/home/x')).toEqual({ root, directory: root });
  expect(findCheckout(root, 'packages/app', '/home/x')).toEqual({
    root,
    directory: join(root, 'packages/app'),
  });
  expect(findCheckout(join(root, 'packages/app'), undefined, '/home/x').root).toBe(root);
});

test('a checkout in a folder below the workspace works with working_directory', () => {
  const workspace = temporaryFolder();
  mkdirSync(join(workspace, 'repo/.git'), { recursive: true });
  expect(findCheckout(workspace, 'repo', '/home/x').root).toBe(join(workspace, 'repo'));
});

test.each([
  ['no repository', () => [temporaryFolder(), undefined], 'is not in a git repository'],
  [
    'a workspace that is gone',
    () => [join(temporaryFolder(), 'gone'), undefined],
    'does not exist',
  ],
  [
    'a directory that is not there',
    () => [createRepository({}).root, 'nope'],
    'is not a folder of the checkout',
  ],
  ['a file', () => [createRepository({ a: '' }).root, 'a'], 'is not a folder'],
  ['a way out', () => [createRepository({}).root, '..'], 'leads out of the checkout'],
] as const)('%s is refused with the remedy', (_case, place, message) => {
  const [start = '', directory] = place();
  expect(() => findCheckout(start, directory, '/home/x')).toThrow(message);
});

test('git’s own folder is refused, by a link too', () => {
  const { root } = createRepository({});
  symlinkSync('.git/refs', join(root, 'refs'));
  for (const given of ['.git', '.git/hooks', 'refs']) {
    expect(() => findCheckout(root, given, '/home/x')).toThrow('leads into git’s own folder');
  }
});

test('a link out of the checkout is refused', () => {
  const { root } = createRepository({});
  symlinkSync(temporaryFolder(), join(root, 'out'));
  expect(() => findCheckout(root, 'out', '/home/x')).toThrow('leads out of the checkout');
});
