import { rmSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import {
  matchesAny,
  matchesAnyDomain,
  matchesAnyPath,
  matchesEvery,
  matchesEveryDomain,
  matchesEveryPath,
} from '../../src/permission/match-answer.ts';
import type { Subject } from '../../src/tool/subject.ts';
import { editCall, makeScene, otherCall, readCall, rule, shellCall } from './scene.ts';

const scene = makeScene();
afterAll(() => rmSync(scene.top, { recursive: true, force: true }));

const shell = (...commands: string[]) => shellCall(scene, commands);

describe('an answer’s rule', () => {
  test.each([
    ['Bash(npm ci)', shell('npm ci'), true, true],
    ['Bash(npm ci)', shell('npm ci', 'rm x'), false, true],
    ['Bash(npm ci)', shell('npm ci', '!ls'), false, true],
    ['Bash(npm ci)', shell('rm x'), false, false],
    ['Bash(npm ci)', shellCall(scene, ['npm ci'], { write: ['x'] }), false, true],
    ['Bash(npm ci)', shellCall(scene, ['npm ci'], { unclear: 'odd' }), false, true],
    ['Bash', shellCall(scene, ['npm ci'], { write: ['x'], unclear: 'odd' }), true, true],
    ['Edit(/src/**)', editCall(scene, 'src/a.ts'), true, true],
    ['Edit(/src/**)', editCall(scene, 'good'), false, true],
    ['Edit(/src/**)', shellCall(scene, ['x'], { write: ['src/a.ts'] }), false, true],
    ['Edit', shellCall(scene, ['x'], { write: ['src/a.ts'] }), false, true],
    ['Read(/src/**)', readCall(scene, 'src/a.ts'), true, true],
    ['Read(/src/**)', editCall(scene, 'src/a.ts'), false, true],
    ['mcp__a', otherCall('mcp__a__b'), true, true],
    ['mcp__*', otherCall('mcp__a__b'), true, true],
    ['Skill(review)', otherCall('Skill', { specifier: 'review' }), true, true],
    ['Skill(review)', otherCall('Skill', { specifier: 'other' }), false, false],
    ['WebFetch(domain:a.test)', otherCall('WebFetch', { domains: ['a.test'] }), true, true],
    ['WebFetch(domain:a.test)', otherCall('WebFetch', { domains: ['a.test', 'b'] }), false, true],
    ['WebFetch(domain:a.test)', otherCall('Other', { domains: ['a.test'] }), false, true],
  ])('%s', (text, call, every, any) => {
    expect(matchesEvery(rule(text), call, scene)).toBe(every);
    expect(matchesAny(rule(text), call, scene)).toBe(any);
  });

  test('covers a command that writes where the answer names the paths', () => {
    const call = shellCall(scene, ['cp a b'], { write: ['b'] });
    expect(matchesEvery(rule('Bash(cp *)'), call, scene, { pathsNamed: true })).toBe(true);
  });
});

describe('an answer’s path', () => {
  const both = shellCall(scene, ['x'], { read: ['src/a.ts'], write: ['pkg/b'] }).subject;
  test.each<[string, Subject, boolean, boolean]>([
    ['/src/**', both, false, true],
    ['/**', both, true, true],
    ['/src/**', editCall(scene, 'good').subject, false, true],
    ['/src/**', shell('x').subject, false, false],
    ['/none/**', both, false, false],
    ['/**', { ...both, unclear: 'odd' }, false, true],
  ])('%s', (pattern, subject, every, any) => {
    expect(matchesEveryPath(pattern, subject, scene)).toBe(every);
    expect(matchesAnyPath(pattern, subject, scene)).toBe(any);
  });
});

test.each([
  ['a.test', ['a.test'], true, true],
  ['a.test', ['a.test', 'b.test'], false, true],
  ['a.test', [], false, false],
])('an answer’s domain: %s against %j', (pattern, domains, every, any) => {
  const { subject } = otherCall('WebFetch', { domains });
  expect(matchesEveryDomain(pattern, subject)).toBe(every);
  expect(matchesAnyDomain(pattern, subject)).toBe(any);
});
