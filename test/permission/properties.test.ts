import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { decide } from '../../src/permission/decide.ts';
import { matchesEvery, matchesEveryPath } from '../../src/permission/match-answer.ts';
import { parseRule } from '../../src/permission/parse-rule.ts';
import { editCall, makeScene, otherCall, question, readCall, rule, shellCall } from './scene.ts';

const scene = makeScene();
afterAll(() => rmSync(scene.top, { recursive: true, force: true }));

const RANK = { allow: 0, ask: 1, deny: 2 };
const rank = (given: Parameters<typeof question>[1], lists: object, rest: object = {}) =>
  RANK[decide(question(scene, given, lists, rest)).behavior];

const path = fc
  .array(
    fc.constantFrom(
      'src',
      'a.ts',
      '..',
      'away',
      'good',
      '.npmrc',
      'pkg',
      'é (1)',
      '[x]',
      '*',
      "it's",
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((names) => names.join('/'));
const command = fc.constantFrom(
  'npm test',
  'npm test -- a',
  'rm -rf x',
  'echo "a" *',
  'cp (a) b',
  '!ls',
  '!cat x',
  'sudo x',
  "a 'b'",
  'x:*',
  'a\\b',
);
const call = fc.oneof(
  path.map((given) => readCall(scene, given)),
  path.map((given) => editCall(scene, given)),
  fc
    .tuple(
      fc.array(command, { maxLength: 3 }),
      fc.array(path, { maxLength: 2 }),
      fc.array(path, { maxLength: 2 }),
    )
    .map(([commands, read, write]) => shellCall(scene, commands, { read, write })),
  fc.constantFrom('a.test', 'b.test').map((domain) => otherCall('WebFetch', { domains: [domain] })),
  fc.constantFrom('review', 'fix (all)', '*').map((specifier) => otherCall('Skill', { specifier })),
  fc.constantFrom('mcp__a__b', 'mcp__b__c').map((name) => otherCall(name)),
);
const ruleText = fc.constantFrom(
  'Bash',
  'Bash(npm test *)',
  'Bash(rm *)',
  'Bash(* x)',
  'Edit',
  'Edit(/src/**)',
  'Edit(//**)',
  'Edit(src/**)',
  'Read',
  'Read(**)',
  'Read(//**)',
  'Read(a.ts)',
  'WebFetch(domain:a.test)',
  'Skill(review)',
  'mcp__a',
);
const list = fc.array(ruleText, { maxLength: 4 });
const lists = fc.record({
  deny: fc.array(ruleText, { maxLength: 1 }),
  ask: fc.array(ruleText, { maxLength: 1 }),
  allow: list,
});
const rest = fc.record({
  trust: fc.constantFrom('trusted' as const, 'untrusted' as const),
  hook: fc.constantFrom(undefined, { decision: 'allow' as const, reason: undefined, hook: 'h' }),
});

test('one more deny or ask rule never opens anything', () => {
  fc.assert(
    fc.property(call, lists, rest, ruleText, (given, rules, more, extra) => {
      const before = rank(given, rules, more);
      const asked = rank(given, { ...rules, ask: [...rules.ask, extra] }, more);
      const denied = rank(given, { ...rules, deny: [...rules.deny, extra] }, more);
      expect(asked).toBeGreaterThanOrEqual(before);
      expect(denied).toBeGreaterThanOrEqual(before);
    }),
    { numRuns: 400 },
  );
});

test('the order of the rules does not matter, nor does distrust open anything', () => {
  fc.assert(
    fc.property(call, lists, (given, rules) => {
      const trusted = rank(given, rules);
      expect(rank(given, { ...rules, allow: rules.allow.toReversed() })).toBe(trusted);
      expect(rank(given, rules, { trust: 'untrusted' })).toBeGreaterThanOrEqual(trusted);
    }),
    { numRuns: 300 },
  );
});

test('a path that leaves the workspace is never used in silence', () => {
  fc.assert(
    fc.property(path, list, (given, allow) => {
      const named = allow.filter((text) => !text.includes('//'));
      for (const made of [readCall(scene, given), editCall(scene, given)]) {
        const { real } = made.subject.paths[0]?.path ?? { real: '/' };
        const verdict = decide(question(scene, made, { allow: named }));
        expect(verdict.behavior === 'allow' && !`${real}/`.startsWith(`${scene.root}/`)).toBe(
          false,
        );
      }
    }),
    { numRuns: 300 },
  );
});

test('a suggestion is a policy that allows this call', () => {
  let rules = 0;
  let answers = 0;
  fc.assert(
    fc.property(call, lists, rest, (given, current, more) => {
      const verdict = decide(question(scene, given, current, more));
      fc.pre(verdict.suggestion !== undefined);
      const policy = parse(verdict.suggestion ?? '');
      if (policy.permissions) {
        rules += 1;
        const allow = [...current.allow, ...policy.permissions.allow];
        expect(rank(given, { ...current, allow }, more)).toBe(RANK.allow);
        return;
      }
      answers += 1;
      const [{ match, answer }] = policy.ask;
      expect(answer).toBe('allow');
      expect(match.asked_because).toBe(verdict.behavior === 'ask' && verdict.because);
      const options = { pathsNamed: match.path !== undefined };
      expect(matchesEvery(rule(match.rule), given, scene, options)).toBe(true);
      expect(match.path === undefined || matchesEveryPath(match.path, given.subject, scene)).toBe(
        true,
      );
      expect(match.trust).toBe(more.trust === 'untrusted' ? 'untrusted' : undefined);
    }),
    { numRuns: 400, maxSkipsPerRun: 1000 },
  );
  expect(rules).toBeGreaterThan(50);
  expect(answers).toBeGreaterThan(20);
});

test('a suggested rule is read back as written', () => {
  fc.assert(
    fc.property(call, (given) => {
      const verdict = decide(question(scene, given));
      fc.pre(verdict.suggestion?.startsWith('permissions') === true);
      for (const text of parse(verdict.suggestion ?? '').permissions.allow) {
        expect(parseRule(text, { file: '', line: 1 }).text).toBe(text);
      }
    }),
  );
});
