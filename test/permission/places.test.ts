import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { compileRules } from '../../src/permission/compile-rules.ts';
import { decide } from '../../src/permission/decide.ts';
import { editCall, judge, makeScene, question, readCall, rule } from './scene.ts';

const scene = makeScene();
afterAll(() => rmSync(scene.top, { recursive: true, force: true }));

const outside = join(scene.top, 'outside');
const OUTSIDE = 'ask:outside_workspace';

describe('additional directories have the rights of the working directory', () => {
  const open = { ...scene, additional: [outside] };

  test('what lies in them is read unasked, and written by a rule that names no place', () => {
    expect(judge(scene, readCall(scene, '../outside/x'), {})).toBe(OUTSIDE);
    expect(judge(open, readCall(open, '../outside/x'), {})).toBe('allow');
    expect(judge(open, editCall(open, '../outside/x'), {})).toBe('ask:no_rule');
    expect(judge(open, editCall(open, '../outside/x'), { allow: ['Edit'] })).toBe('allow');
  });

  test('what is beside them, or leads out of them, is not', () => {
    expect(judge(open, readCall(open, '../outsider/x'), {})).toBe(OUTSIDE);
    expect(judge(open, readCall(open, '../outside/../home/x'), {})).toBe(OUTSIDE);
    expect(judge(open, editCall(open, '../outside/.git/config'), { allow: ['Edit'] })).toBe('deny');
  });
});

describe('closed places', () => {
  const everything = { allow: ['Read', 'Edit', 'Read(//**)', 'Edit(//**)'] };

  test.each([
    ['read', 'deny', 'allow'],
    ['write', 'allow', 'deny'],
  ] as const)('no rule opens them to %s', (access, read, write) => {
    const closed = { ...scene, closedOutside: [access] };
    expect(judge(closed, readCall(closed, '../outside/x'), everything)).toBe(read);
    expect(judge(closed, readCall(closed, 'away/x'), everything)).toBe(read);
    expect(judge(closed, editCall(closed, '../outside/x'), everything)).toBe(write);
    expect(judge(closed, editCall(closed, 'src/a.ts'), everything)).toBe('allow');
  });

  test('but for the additional directories', () => {
    const closed = { ...scene, closedOutside: ['read' as const], additional: [outside] };
    expect(judge(closed, readCall(closed, '../outside/x'), {})).toBe('allow');
  });
});

describe('a rule with a folder of its own', () => {
  const judgeWith = (list: 'allow' | 'deny', text: string, path: string) => {
    const rules = { deny: [], ask: [], allow: [] };
    const anchored = { ...rule(text), anchor: join(scene.root, 'pkg') };
    const compiled = compileRules({ ...rules, [list]: [anchored] }, scene);
    return decide({ ...question(scene, editCall(scene, path)), rules: compiled }).behavior;
  };

  test('begins its /x there, and only that', () => {
    expect(judgeWith('allow', 'Edit(/src/**)', 'pkg/src/a.ts')).toBe('allow');
    expect(judgeWith('allow', 'Edit(/src/**)', 'src/a.ts')).toBe('ask');
    expect(judgeWith('allow', 'Edit(src/**)', 'src/a.ts')).toBe('allow');
    expect(judgeWith('deny', 'Edit(/a.ts)', 'pkg/a.ts')).toBe('deny');
    expect(judgeWith('deny', 'Edit(/a.ts)', 'a.ts')).toBe('ask');
  });
});
