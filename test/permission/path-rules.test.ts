import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { editCall, judge, makeScene, readCall, shellCall } from './scene.ts';

const plain = makeScene();
const scene = { ...plain, directory: join(plain.root, 'pkg') };
const { top } = plain;
mkdirSync(join(top, 'home/docs'));
symlinkSync(join(top, 'outside'), join(top, 'alias'));
symlinkSync(join(top, 'w/src'), join(top, 'w/linked'));
afterAll(() => rmSync(top, { recursive: true, force: true }));

describe('deny rules on paths', () => {
  test.each([
    ['Read(.env)', 'w/pkg/a/.env', true],
    ['Read(.env)', 'w/.env', false],
    ['Read(./.env)', 'w/pkg/.env', true],
    ['Read(/.env)', 'w/.env', true],
    ['Read(/.env)', 'w/pkg/.env', false],
    ['Read(**/.env*)', 'w/pkg/x/.env.local', true],
    ['Read(secrets/**)', 'w/pkg/x/secrets/a', true],
    ['Read(secrets/**)', 'w/pkg/secrets', true],
    ['Read(/secrets/**)', 'w/pkg/secrets/a', false],
    ['Read(/secrets/**)', 'w/src/../secrets/a', true],
    ['Read(a/secrets/**)', 'w/pkg/x/a/secrets/b', false],
    ['Read(.ENV)', 'w/pkg/.env', true],
    ['Read(.env)', 'w/pkg/.Env', true],
    ['Read(/secrets/a)', 'w/secrets\\a', true],
    ['Read', 'w/src/a.ts', true],
    ['Edit(/src/**)', 'w/src/a.ts', false],
  ])('%s for reading %s: %s', (deny, path, expected) => {
    const verdict = judge(scene, readCall(scene, join(top, path)), { deny: [deny] });
    expect(verdict).toBe(expected ? 'deny' : 'allow');
  });

  test.each([
    ['Read(/src/**)', 'w/src/a.ts'],
    ['Edit(src/**)', 'w/pkg/vendor/src/a.ts'],
    ['Edit(/good)', 'w/good'],
    ['Edit(/src/a.ts)', 'w/good'],
    ['Edit(~/docs/**)', 'home/docs/a'],
    ['Edit', 'w/src/a.ts'],
  ])('%s for editing %s', (deny, path) => {
    const call = editCall(scene, join(top, path));
    expect(judge(scene, call, { deny: [deny], allow: ['Edit'] })).toBe('deny');
  });

  test('hold for the file that the rule’s own folder leads to', () => {
    const deny = [`Read(/${join(top, 'alias')}/**)`];
    expect(judge(scene, readCall(scene, join(top, 'outside/x')), { deny })).toBe('deny');
  });

  test('reach the files of a command', () => {
    const lists = { deny: ['Read(/.env)', 'Edit(/lock/**)'], allow: ['Bash'] };
    const judged = (touches: { read?: string[]; write?: string[] }) =>
      judge(scene, shellCall(scene, ['x'], touches), lists);
    expect(judged({ read: ['../.env'] })).toBe('deny');
    expect(judged({ write: ['../.env'] })).toBe('deny');
    expect(judged({ write: ['../lock/a'] })).toBe('deny');
    expect(judged({ read: ['../lock/a'] })).toBe('allow');
  });

  test.each(['Grep', 'Glob', 'LS', 'LSP'])('of Read cover %s', (tool) => {
    const call = readCall(scene, join(top, 'w/secrets'), tool);
    expect(judge(scene, call, { deny: ['Read(/secrets/**)'] })).toBe('deny');
    expect(judge(scene, call, { deny: ['Read'] })).toBe('deny');
  });
});

describe('allow rules on paths', () => {
  test.each([
    ['Edit(/src/**)', 'w/src/a.ts', true],
    ['Edit(/src/**)', 'w/src/deep/new.ts', true],
    ['Edit(/src/**)', 'w/pkg/src/a.ts', false],
    ['Edit(/src/**)', 'w/src', false],
    ['Edit(/src/*)', 'w/src/deep/a.ts', false],
    ['Edit(src/**)', 'w/pkg/src/a.ts', true],
    ['Edit(src/**)', 'w/pkg/vendor/src/a.ts', false],
    ['Edit(**/src/**)', 'w/pkg/vendor/src/a.ts', true],
    ['Edit(a.ts)', 'w/pkg/x/a.ts', true],
    ['Edit(./a.ts)', 'w/pkg/x/a.ts', false],
    ['Edit(./a.ts)', 'w/pkg/a.ts', true],
    ['Edit(/SRC/**)', 'w/src/a.ts', false],
    ['Edit(/src/**)', 'w/good', false],
    ['Edit(/good)', 'w/good', false],
    ['Edit(/linked/**)', 'w/linked/a.ts', false],
    ['Edit', 'w/src/a.ts', true],
    ['Write', 'w/src/a.ts', false],
    ['Read(/src/**)', 'w/src/a.ts', false],
  ])('%s for editing %s: %s', (allow, path, expected) => {
    const verdict = judge(scene, editCall(scene, join(top, path)), { allow: [allow] });
    expect(verdict).toBe(expected ? 'allow' : 'ask:no_rule');
  });

  test('link and target may each have a rule', () => {
    const call = editCall(scene, join(top, 'w/good'));
    expect(judge(scene, call, { allow: ['Edit(/good)', 'Edit(/src/**)'] })).toBe('allow');
  });

  test.each(['Write', 'NotebookEdit', 'MultiEdit'])('of Edit cover %s', (tool) => {
    const call = editCall(scene, join(top, 'w/src/a.ts'), tool);
    expect(judge(scene, call, { allow: ['Edit(/src/**)'] })).toBe('allow');
    expect(judge(scene, call, { allow: [tool] })).toBe('allow');
  });

  test.each([
    ['Read', false],
    ['Read(~/docs/**)', true],
    ['Edit(~/docs/**)', true],
    ['Read(~/other/**)', false],
    ['Read(/home/docs/**)', false],
  ])('%s opens a place outside: %s', (allow, expected) => {
    const call = readCall(scene, join(top, 'home/docs/a'));
    const verdict = judge(scene, call, { allow: [allow] });
    expect(verdict).toBe(expected ? 'allow' : 'ask:outside_workspace');
  });

  test('a place outside is not left by ..', () => {
    const call = readCall(scene, join(top, 'home/docs/../other'));
    expect(judge(scene, call, { allow: ['Read(~/docs/**)'] })).toBe('ask:outside_workspace');
  });

  test('a whole folder may be listed when all in it may be read', () => {
    const call = readCall(scene, join(top, 'home/docs'), 'Grep');
    expect(judge(scene, call, { allow: ['Read(~/docs/**)'] })).toBe('allow');
  });
});
