import { expect, test } from 'vitest';
import type { AskedCall, RunFacts } from '../../src/policy/asked-call.ts';
import { createAnswerer } from '../../src/policy/create-answerer.ts';
import { asks, bash, call, edit, fetches, policyOf, TRUSTED, UNTRUSTED } from './asked.ts';

async function answererOf(yaml: string, facts: RunFacts = TRUSTED) {
  return createAnswerer(await policyOf({ 'p.yml': yaml }), facts);
}

async function behaviorOf(match: string, asked: AskedCall, answer = 'allow', facts = TRUSTED) {
  const answerer = await answererOf(`ask: [{ match: ${match}, answer: ${answer} }]\n`, facts);
  const decision = answerer.answer(asks(), asked);
  return decision.decided_by.step === 'default' ? 'default' : decision.behavior;
}

test('the first answer that matches wins, and says where it stands', async () => {
  const answerer = await answererOf(`ask:
  - match: { rule: "Bash(npm ci)" }
    answer: allow
    reason: From the lock file.
  - id: rest
    match: { tool: Bash }
    answer: deny
`);
  expect(answerer.answer(asks(), bash(['npm ci']))).toEqual({
    behavior: 'allow',
    asked: true,
    asked_because: 'no_rule',
    decided_by: { step: 'ask_policy', rule: 'ask[0]', file: 'p.yml', line: 2 },
    reason: 'From the lock file.',
    effects: ['execute'],
  });
  expect(answerer.answer(asks(), bash(['npm i x']))).toEqual({
    behavior: 'deny',
    asked: true,
    asked_because: 'no_rule',
    decided_by: { step: 'ask_policy', rule: 'rest', file: 'p.yml', line: 5 },
    reason: 'No allow rule covers it. The policy’s answer `rest` denies it.',
    suggestion: 'permissions:\n  allow: [X]',
    effects: ['execute'],
  });
});

test.each([
  ['deny', 'deny'],
  ['stop', 'stop'],
])('where nothing matches, the default %s decides', async (value, behavior) => {
  const answerer = await answererOf(`default: ${value}\n`);
  expect(answerer.answer(asks('outside_workspace'), edit('/etc/x'))).toMatchObject({
    behavior,
    asked: true,
    asked_because: 'outside_workspace',
    decided_by: { step: 'default', rule: `default: ${value}` },
    suggestion: 'permissions:\n  allow: [X]',
  });
});

test('an answer that is used up no longer matches, and each is counted by itself', async () => {
  const answerer = await answererOf(`ask:
  - { id: a, match: { rule: "Bash(npm ci)" }, answer: allow, max_times: 2 }
  - { id: b, match: { rule: "Bash(npm *)" }, answer: allow, max_times: 1 }
`);
  const rules = ['npm ci', 'npm ci', 'npm ci', 'npm ci'].map(
    (command) => answerer.answer(asks(), bash([command])).decided_by.rule,
  );
  expect(rules).toEqual(['a', 'a', 'b', 'default: deny']);
});

test.each<[match: string, asked: AskedCall, allow: string, deny: string]>([
  ['{ rule: "Bash(npm *)" }', bash(['npm ci', 'npm test']), 'allow', 'deny'],
  ['{ rule: "Bash(npm *)" }', bash(['npm ci', 'curl x']), 'default', 'deny'],
  ['{ rule: "Bash(npm *)" }', bash(['curl x']), 'default', 'default'],
  ['{ path: "/src/**" }', edit('/w/src/a', '/w/src/b'), 'allow', 'deny'],
  ['{ path: "/src/**" }', edit('/w/src/a', '/w/lib/b'), 'default', 'deny'],
  ['{ path: "/src/**" }', call('Agent'), 'default', 'default'],
  ['{ domain: "*.example.com" }', fetches('a.example.com'), 'allow', 'deny'],
  ['{ domain: "*.example.com" }', fetches('a.example.com', 'b.test'), 'default', 'deny'],
  ['{ domain: "*" }', bash(['npm ci']), 'default', 'default'],
  ['{ effect: write }', call('X', { effects: ['write'] }), 'allow', 'deny'],
  ['{ effect: write }', call('X', { effects: ['write', 'network'] }), 'default', 'deny'],
  ['{ effect: write }', call('X', { effects: [] }), 'default', 'default'],
  ['{ effect: destructive }', call('X', { effects: ['write'] }), 'default', 'deny'],
  [
    '{ effect: destructive }',
    call('X', { effects: ['write'], destructive: false }),
    'default',
    'default',
  ],
  ['{ effect: destructive }', call('X', { readOnly: true }), 'default', 'default'],
  ['{ tool: "mcp__*" }', call('mcp__a__b'), 'allow', 'deny'],
  ['{ tool: "mcp__*" }', call('Bash'), 'default', 'default'],
  ['{ tool: "mcp__*", read_only: true }', call('mcp__a__b', { readOnly: true }), 'allow', 'deny'],
  ['{ tool: "mcp__*", read_only: true }', call('mcp__a__b'), 'default', 'default'],
  ['{ event: pull_request }', call('X'), 'allow', 'deny'],
  ['{ event: push }', call('X'), 'default', 'default'],
  ['{ trust: untrusted }', call('X'), 'default', 'default'],
  ['{ asked_because: no_rule }', call('X'), 'allow', 'deny'],
  ['{ asked_because: hook }', call('X'), 'default', 'default'],
])('%s: every part has to match to allow, any to deny', async (match, asked, allow, deny) => {
  expect(await behaviorOf(match, asked, 'allow')).toBe(allow);
  expect(await behaviorOf(match, asked, 'deny')).toBe(deny);
  expect(await behaviorOf(match, asked, 'stop')).toBe(deny === 'deny' ? 'stop' : deny);
});

test('an allow by path alone covers no program that the call starts', async () => {
  const runs = bash(['node src/a.js']);
  const asked = { ...runs, subject: { ...runs.subject, paths: edit('/w/src/a').subject.paths } };
  expect(await behaviorOf('{ path: "/src/**" }', asked)).toBe('default');
  expect(await behaviorOf('{ path: "/src/**", tool: Bash }', asked)).toBe('allow');
});

test('a call that was not understood matches no part, so only an allow for the tool reaches it', async () => {
  const odd = bash(['npm ci'], 'it does not parse');
  expect(await behaviorOf('{ rule: "Bash(npm *)" }', odd)).toBe('default');
  expect(await behaviorOf('{ effect: execute }', odd)).toBe('default');
  expect(await behaviorOf('{ tool: Bash }', odd)).toBe('allow');
});

test('and not when a deny stands before that allow, which may have been meant for it', async () => {
  const answerer = await answererOf(`ask:
  - { match: { path: "/secret/**" }, answer: deny }
  - { match: { tool: Bash }, answer: allow }
`);
  const odd = answerer.answer(asks('unparseable'), bash([], 'it does not parse'));
  expect(odd.decided_by.step).toBe('default');
  expect(answerer.answer(asks(), bash(['ls'])).behavior).toBe('allow');
});

test('in an untrusted run only an allow that says so counts; a deny always does', async () => {
  expect(await behaviorOf('{ tool: Bash }', call('Bash'), 'allow', UNTRUSTED)).toBe('default');
  expect(await behaviorOf('{ trust: untrusted }', call('X'), 'allow', UNTRUSTED)).toBe('allow');
  expect(await behaviorOf('{ trust: trusted }', call('X'), 'allow', UNTRUSTED)).toBe('default');
  expect(await behaviorOf('{ tool: Bash }', call('Bash'), 'deny', UNTRUSTED)).toBe('deny');
});

test('an answer that denies lends its reason to a deny rule, and to nothing else', async () => {
  const answerer = await answererOf(`permissions: { deny: ["Bash(git push *)"] }
ask:
  - { match: { rule: "Bash(git push *)" }, answer: deny, reason: The action pushes. }
`);
  const denied = {
    behavior: 'deny',
    by: { step: 'deny_rule', rule: 'Bash(git push *)', file: 'p.yml', line: 1 },
    reason: 'A rule denies it.',
  } as const;
  const push = bash(['git push origin x']);
  expect(answerer.withReason(denied, push)).toEqual({ ...denied, reason: 'The action pushes.' });
  expect(answerer.withReason(denied, bash(['rm x']))).toBe(denied);
  const byTool = { ...denied, by: { step: 'tool' } } as const;
  expect(answerer.withReason(byTool, push)).toBe(byTool);
});
