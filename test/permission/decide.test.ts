import { rmSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { decide } from '../../src/permission/decide.ts';
import { editCall, judge, makeScene, otherCall, question, readCall, shellCall } from './scene.ts';

const scene = makeScene();
afterAll(() => rmSync(scene.top, { recursive: true, force: true }));

const shell = (...commands: string[]) => shellCall(scene, commands);
const hook = (decision: 'allow' | 'ask' | 'deny') => ({
  decision,
  reason: undefined,
  hook: 'h.sh',
});

describe('commands', () => {
  test.each([
    [['npm test'], ['Bash(npm test)'], 'allow'],
    [['npm test -- x'], ['Bash(npm test)'], 'ask:no_rule'],
    [['npm test', 'rm -rf x'], ['Bash(npm test)'], 'ask:no_rule'],
    [['npm test', '!ls'], ['Bash(npm test)'], 'allow'],
    [['!ls', '!cat a'], [], 'allow'],
    [['rm -rf build'], ['Bash'], 'allow'],
    [['nohup npm test'], ['Bash(npm test *)'], 'allow'],
    [['watch npm test'], ['Bash(npm test *)'], 'ask:no_rule'],
    [['watch npm test'], ['Bash(watch *)'], 'ask:no_rule'],
    [['watch npm test'], ['Bash(watch npm test)'], 'allow'],
    [['npm test'], ['mcp__a', 'Read', 'Edit'], 'ask:no_rule'],
  ])('%j with allow %j: %s', (commands, allow, expected) => {
    expect(judge(scene, shell(...commands), { allow })).toBe(expected);
  });

  test.each([
    [['curl x'], ['Bash(curl *)']],
    [['!ls', 'curl x'], ['Bash(curl *)']],
    [['sudo curl x'], ['Bash(curl *)']],
    [['A=1 curl x'], ['Bash(curl *)']],
    [['watch curl x'], ['Bash(curl *)']],
    [['!cat a'], ['Bash(cat:*)']],
    [['aws s3 ls'], ['Bash(aws *)']],
    [['x'], ['Bash']],
    [['x'], ['*']],
    [['x'], ['B*']],
  ])('%j with deny %j', (commands, deny) => {
    expect(judge(scene, shell(...commands), { deny, allow: ['Bash'] })).toBe('deny');
    expect(judge(scene, shell(...commands), { ask: deny, allow: ['Bash'] })).toBe('ask:ask_rule');
  });

  test('a written file needs an Edit rule of its own, unless all of Bash is allowed', () => {
    const call = shellCall(scene, ['npm test', '!cat'], { write: ['out.txt'] });
    expect(judge(scene, call, { allow: ['Bash(npm test)'] })).toBe('ask:no_rule');
    expect(judge(scene, call, { allow: ['Bash(npm test)', 'Edit(src/**)'] })).toBe('ask:no_rule');
    expect(judge(scene, call, { allow: ['Bash(npm test)', 'Edit(out.txt)'] })).toBe('allow');
    expect(judge(scene, call, { allow: ['Bash(npm test)', 'Edit'] })).toBe('allow');
    expect(judge(scene, call, { allow: ['Bash'] })).toBe('allow');
  });

  test('a line without any command has no rule for one', () => {
    const call = shellCall(scene, [], { write: ['out.txt'] });
    expect(judge(scene, call, { allow: ['Bash(npm test)', 'Edit'] })).toBe('ask:no_rule');
  });

  test('a name of its own covers a tool by another’s rules', () => {
    const call = { ...shell('tail -f x'), toolName: 'Monitor', ruleNames: ['Bash'] };
    expect(judge(scene, call, { allow: ['Bash(tail *)'] })).toBe('allow');
    expect(judge(scene, call, { deny: ['Bash(tail *)'], allow: ['Monitor'] })).toBe('deny');
  });

  test('a deny list is looked through to its end, however long the line', () => {
    const commands = Array.from({ length: 2000 }, () => '!true');
    const lists = { deny: ['Bash(curl *)'], allow: ['Bash'] };
    expect(judge(scene, shell(...commands, 'curl x'), lists)).toBe('deny');
  });
});

describe('other tools', () => {
  const mcp = (name: string) => otherCall(name, { effects: ['network'], readOnly: true });
  test.each([
    ['mcp__github__get_issue', ['mcp__github__get_*'], 'allow'],
    ['mcp__github__create_issue', ['mcp__github__get_*'], 'ask:no_rule'],
    ['mcp__github__get_issue', ['mcp__github'], 'allow'],
    ['mcp__github__get_issue', ['mcp__github__*'], 'allow'],
    ['mcp__github__get_issue', ['mcp__git'], 'ask:no_rule'],
    ['mcp__github__get_issue', ['mcp__github__get_issue'], 'allow'],
    ['mcp__evil__Read', ['Read'], 'ask:no_rule'],
  ])('%s with allow %j: %s', (name, allow, expected) => {
    expect(judge(scene, mcp(name), { allow })).toBe(expected);
  });

  test('a pattern of names denies', () => {
    const lists = { allow: ['mcp__github'], deny: ['mcp__*'] };
    expect(judge(scene, mcp('mcp__github__get'), lists)).toBe('deny');
  });

  test.each([
    [['example.com'], ['WebFetch(domain:example.com)'], 'allow'],
    [['example.com', 'b.test'], ['WebFetch(domain:example.com)'], 'ask:no_rule'],
    [['example.com'], ['WebFetch(domain:*.example.com)'], 'ask:no_rule'],
    [['example.com'], ['WebFetch'], 'allow'],
    [[], ['WebFetch(domain:*)'], 'ask:no_rule'],
  ])('fetching from %j with %j: %s', (domains, allow, expected) => {
    const call = otherCall('WebFetch', { domains, effects: ['network'], readOnly: true });
    expect(judge(scene, call, { allow })).toBe(expected);
  });

  test('a domain denied to one tool is denied to all', () => {
    const lists = { deny: ['WebFetch(domain:evil.test)'], allow: ['Bash', 'WebBrowser'] };
    const curl = shell('curl https://evil.test');
    const toEvil = { ...curl, subject: { ...curl.subject, domains: ['evil.test'] } };
    expect(judge(scene, toEvil, lists)).toBe('deny');
    expect(judge(scene, otherCall('WebBrowser', { domains: ['evil.test'] }), lists)).toBe('deny');
  });

  test.each([
    ['Agent(explore)', 'explore', 'allow'],
    ['Agent(explore)', 'explorer', 'ask:no_rule'],
    ['Task(explore)', 'explore', 'allow'],
    ['Agent(code *)', 'code review', 'allow'],
  ])('%s for %s: %s', (allow, specifier, expected) => {
    const call = { ...otherCall('Agent', { specifier }), ruleNames: ['Task'] };
    expect(judge(scene, call, { allow: [allow] })).toBe(expected);
  });

  test('a rule on a field refuses, and never grants', () => {
    const call = { ...otherCall('Agent', { specifier: 'x' }), input: { model: 'opus', deep: [] } };
    expect(judge(scene, call, { deny: ['Agent(model:op*)'], allow: ['Agent'] })).toBe('deny');
    expect(judge(scene, call, { deny: ['Agent(none:op*)'], allow: ['Agent'] })).toBe('allow');
    expect(judge(scene, call, { allow: ['Agent(model:opus)'] })).toBe('ask:no_rule');
  });

  test('what only reads needs no rule; what nobody vouches for does', () => {
    expect(judge(scene, otherCall('TodoWrite', { readOnly: true }))).toBe('allow');
    expect(judge(scene, otherCall('Thing'))).toBe('ask:no_rule');
    expect(judge(scene, otherCall('Thing', { readOnly: true, effects: ['network'] }))).toBe(
      'ask:no_rule',
    );
  });

  test('an edit of which no path is known has no rule for a path', () => {
    const call = editCall(scene, 'src/a.ts');
    const pathless = { ...call, subject: { ...call.subject, paths: [] } };
    expect(judge(scene, pathless, { allow: ['Edit(/src/**)'] })).toBe('ask:no_rule');
  });
});

describe('the order', () => {
  const edit = () => editCall(scene, '.npmrc');
  const allow = ['Edit', 'Bash'];

  test.each([
    ['a hook’s deny', { hook: hook('deny') }, 'deny'],
    ['a tool’s deny', { toolCheck: { behavior: 'deny', reason: 'no' } }, 'deny'],
    ['a tool’s question', { toolCheck: { behavior: 'ask', reason: 'sure?' } }, 'ask:tool'],
    ['a confirmation', { requiresConfirmation: true }, 'ask:tool'],
    ['a hook’s question', { hook: hook('ask') }, 'ask:hook'],
  ] as const)('%s beats an allow rule', (_, rest, expected) => {
    expect(judge(scene, shell('npm test'), { allow }, rest)).toBe(expected);
    expect(judge(scene, readCall(scene, 'src/a.ts'), {}, rest)).toBe(expected);
  });

  test('a hook’s allow lifts no rule and no check', () => {
    const rest = { hook: hook('allow') };
    expect(judge(scene, shell('npm test'), {}, rest)).toBe('allow');
    expect(judge(scene, shell('x'), { deny: ['Bash(x)'] }, rest)).toBe('deny');
    expect(judge(scene, shell('x'), { ask: ['Bash(x)'] }, rest)).toBe('ask:ask_rule');
    expect(judge(scene, edit(), {}, rest)).toBe('ask:protected_path');
    expect(judge(scene, readCall(scene, '/etc/x'), {}, rest)).toBe('ask:outside_workspace');
    const asks = { ...rest, toolCheck: { behavior: 'ask', reason: 'sure?' } } as const;
    expect(judge(scene, shell('x'), {}, asks)).toBe('ask:tool');
  });

  test('of several questions the gravest is named', () => {
    const everything = {
      hook: hook('ask'),
      toolCheck: { behavior: 'ask', reason: 'sure?' },
    } as const;
    const unclear = { unclear: 'It does not parse' };
    const lists = { ask: ['Bash'] };
    const at = (touches: object) =>
      judge(scene, shellCall(scene, ['x'], touches), lists, everything);
    expect(at({ ...unclear, write: ['.npmrc', '/etc/x'] })).toBe('ask:protected_path');
    expect(at({ ...unclear, write: ['/etc/x'] })).toBe('ask:outside_workspace');
    expect(at(unclear)).toBe('ask:unparseable');
    expect(at({})).toBe('ask:ask_rule');
    expect(judge(scene, shell('x'), {}, everything)).toBe('ask:tool');
  });

  test('what can’t be understood is asked about, though all of Bash is allowed', () => {
    const call = shellCall(scene, ['x'], { unclear: 'It does not parse' });
    expect(judge(scene, call, { allow })).toBe('ask:unparseable');
  });

  test('in an untrusted run a permission holds for reading alone', () => {
    const rest = { trust: 'untrusted', hook: hook('allow') } as const;
    expect(judge(scene, shell('npm test'), { allow }, rest)).toBe('ask:no_rule');
    expect(judge(scene, editCall(scene, 'src/a.ts'), { allow }, rest)).toBe('ask:no_rule');
    expect(judge(scene, readCall(scene, 'src/a.ts'), {}, rest)).toBe('allow');
    const opened = { allow: ['Read(//etc/**)', 'Edit(//etc/**)'] };
    expect(judge(scene, readCall(scene, '/etc/hosts'), opened, rest)).toBe('allow');
    expect(judge(scene, editCall(scene, '/etc/hosts'), opened, rest)).toBe('ask:outside_workspace');
  });
});

test('a verdict says the rule and its place', () => {
  const verdict = decide(question(scene, shell('rm x'), { deny: ['Bash(rm *)'] }));
  expect(verdict).toEqual({
    behavior: 'deny',
    by: { step: 'deny_rule', rule: 'Bash(rm *)', file: 'policy.yml', line: 3 },
    reason: expect.stringContaining('"Bash(rm *)"'),
  });
  const byHook = decide(question(scene, shell('rm x'), {}, { hook: hook('deny') }));
  expect(byHook.by).toEqual({ step: 'hook', hook: 'h.sh' });
});

test('a line that does more than its reading commands needs a rule, and the one shown covers it', () => {
  const call = shellCall(scene, ['!ls'], { read: ['../outside/x'] });
  const given = { ...call, subject: { ...call.subject, readOnly: false } };
  const verdict = decide(question(scene, given));
  expect(verdict.suggestion).toContain('"Bash(ls)"');
  const allow = /\[(.*)\]/.exec(verdict.suggestion ?? '')?.[0] ?? '[]';
  expect(judge(scene, given, { allow: JSON.parse(allow) })).toBe('allow');
});
