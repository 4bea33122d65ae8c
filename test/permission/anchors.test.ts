import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { editCall, judge, makeScene, readCall } from './scene.ts';

const made = makeScene();
afterAll(() => rmSync(made.top, { recursive: true }));
/** The working directory lies below the workspace, so that the anchors differ. */
const scene = { ...made, directory: join(made.root, 'pkg') };

test.each([
  ['x', 'pkg/x', 'allow'],
  ['x', 'pkg/deep/x', 'allow'],
  ['x', 'x', 'ask:no_rule'],
  ['./x', 'pkg/x', 'allow'],
  ['./x', 'pkg/deep/x', 'ask:no_rule'],
  ['/x', 'x', 'allow'],
  ['/x', 'pkg/x', 'ask:no_rule'],
  ['src/**', 'pkg/src/a', 'allow'],
  ['src/**', 'pkg/deep/src/a', 'ask:no_rule'],
  ['src/**', 'src/a', 'ask:no_rule'],
  ['x', 'pkg/X', 'ask:no_rule'],
  ['~x', 'pkg/~x', 'allow'],
  ['~root/**', '/root/a', 'ask:outside_workspace'],
])('allow Edit(%s) for %s: %s', (pattern, path, want) => {
  const call = editCall(scene, path.startsWith('/') ? path : join(scene.root, path));
  expect(judge(scene, call, { allow: [`Edit(${pattern})`] })).toBe(want);
});

test.each([
  ['x', 'pkg/x', 'deny'],
  ['x', 'pkg/deep/x', 'deny'],
  ['./x', 'pkg/x', 'deny'],
  ['./x', 'pkg/deep/x', 'deny'],
  ['/x', 'x', 'deny'],
  ['/x', 'pkg/deep/x', 'allow'],
  ['src/**', 'pkg/deep/src/a', 'deny'],
  ['./src/**', 'pkg/deep/src/a', 'deny'],
  ['/src/**', 'pkg/src/a', 'allow'],
  ['x', 'pkg/X', 'deny'],
  ['~x', 'pkg/~x', 'deny'],
])('deny Read(%s) for %s: %s', (pattern, path, want) => {
  const call = readCall(scene, join(scene.root, path));
  expect(judge(scene, call, { deny: [`Read(${pattern})`] })).toBe(want);
});

test('Edit grants reading, in a place outside too; Read grants no writing', () => {
  const outside = join(made.top, 'outside/a');
  const pattern = `/${join(made.top, 'outside')}/**`;
  const edit = { allow: [`Edit(${pattern})`] };
  const read = { allow: [`Read(${pattern})`] };
  expect(judge(scene, readCall(scene, outside), edit)).toBe('allow');
  expect(judge(scene, editCall(scene, outside), edit)).toBe('allow');
  expect(judge(scene, readCall(scene, outside), read)).toBe('allow');
  expect(judge(scene, editCall(scene, outside), read)).toBe('ask:outside_workspace');
});

test('the home anchor is the home of the run, and no other user’s', () => {
  const rules = { allow: ['Read(~/notes/**)'] };
  expect(judge(scene, readCall(scene, '~/notes/a'), rules)).toBe('allow');
  expect(
    judge(scene, readCall(scene, join(scene.root, 'notes/a')), { deny: ['Read(~/notes/**)'] }),
  ).toBe('allow');
});
