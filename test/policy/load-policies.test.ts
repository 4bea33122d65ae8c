import { expect, test } from 'vitest';
import { ConfigError } from '../../src/base/errors.ts';
import { loadPolicies, policyProblems } from '../../src/policy/load-policies.ts';
import { policyOf } from './asked.ts';
import { KNOWN } from './known-names.ts';

const deps = (files: Readonly<Record<string, string>>) => ({
  ...KNOWN,
  readFile: async (path: string) => files[path],
});

const messageOf = (names: readonly string[], files: Readonly<Record<string, string>>) =>
  loadPolicies(names, deps(files)).then(
    () => undefined,
    (error: ConfigError) => error.message,
  );

test('a child adds to its parent, overrides its scalars and can’t take its deny back', async () => {
  const policy = await policyOf({
    'parent.yml': `name: parent
description: Parent.
tools: { mode: simple, only: [Read], without: [WebFetch] }
permissions: { deny: [Edit], ask: [WebFetch], allow: [Read] }
ask: [{ id: p, match: {}, answer: deny }]
default: stop
hooks: { PreToolUse: [{ hooks: [{ type: command, command: p }] }] }
limits: { max_turns: 7, timeout_minutes: 3 }
environment: { pass: [A, B] }
delivery: { allowed_files: ["src/**"], protected_files: [a], max_files: 5 }
fail_on: [denied]
`,
    'child.yml': `extends: parent.yml
tools: { only: [Read, Edit], without: [WebSearch] }
permissions: { allow: [Edit] }
ask: [{ id: c, match: {}, answer: stop }]
hooks: { PreToolUse: [{ matcher: Bash, hooks: [{ type: command, command: c, timeout: 5, onFailure: continue }] }] }
limits: { max_turns: 9 }
environment: { pass: [B, C] }
delivery: { allowed_files: ["lib/**"], protected_files: [b], max_patch_kb: 9 }
fail_on: [max_turns]
`,
  });
  expect(policy).toMatchObject({
    name: 'parent',
    description: 'Parent.',
    sources: ['child.yml', 'parent.yml'],
    tools: { mode: 'simple', only: ['Read', 'Edit'], without: ['WebFetch', 'WebSearch'], with: [] },
    default: 'stop',
    limits: {
      max_turns: 9,
      max_budget_usd: 2.5,
      timeout_minutes: 3,
      tool_timeout_seconds: 120,
      stall_seconds: 120,
      repeated_denials: 3,
    },
    environment: { pass: ['A', 'B', 'C'] },
    delivery: {
      allowedFiles: ['lib/**'],
      protectedFiles: ['a', 'b'],
      maxFiles: 5,
      maxPatchKb: 9,
    },
    failOn: ['max_turns'],
  });
  expect(policy.rules.deny.map(({ text, source }) => [text, source])).toEqual([
    ['Edit', { file: 'parent.yml', line: 4 }],
  ]);
  expect(policy.rules.allow.map(({ text }) => text)).toEqual(['Read', 'Edit']);
  expect(policy.answers.map(({ id, source }) => [id, source.file])).toEqual([
    ['c', 'child.yml'],
    ['p', 'parent.yml'],
  ]);
  expect(policy.hooks.PreToolUse).toEqual([
    {
      matcher: '',
      hooks: [
        {
          type: 'command',
          command: 'p',
          onFailure: 'block',
          source: { file: 'parent.yml', line: 7 },
        },
      ],
    },
    {
      matcher: 'Bash',
      hooks: [
        {
          type: 'command',
          command: 'c',
          timeout: 5,
          onFailure: 'continue',
          source: { file: 'child.yml', line: 5 },
        },
      ],
    },
  ]);
});

test('a policy that says nothing has the defaults, and its file’s name', async () => {
  const policy = await policyOf({ 'ci/mine.yml': 'version: 1\n' });
  expect(policy).toMatchObject({
    name: 'mine',
    tools: { mode: 'standard', only: undefined, without: [], with: [] },
    default: 'deny',
    limits: { max_turns: 40, max_budget_usd: 2.5, timeout_minutes: 20 },
    failOn: undefined,
  });
});

test('the resolved form reads as a policy file again and means the same', async () => {
  const first = await policyOf({
    'p.yml': `extends: pr-fix
tools: { only: [Read, Bash] }
ask: [{ match: { rule: "Bash(x)", trust: trusted }, answer: allow, max_times: 3, reason: R. }]
fail_on: [denied]
`,
  });
  const again = await policyOf({ 'q.yml': JSON.stringify(first.resolved) });
  expect(again.resolved).toEqual(first.resolved);
});

test('a later policy is the child of those before it', async () => {
  const files = {
    'a.yml': 'default: stop\n',
    'b.yml': 'extends: a.yml\nlimits: { max_turns: 3 }\n',
  };
  const policy = await loadPolicies(['read-only', 'b.yml'], deps(files));
  expect(policy.sources).toEqual(['b.yml', 'a.yml', 'policies/read-only.yml']);
  expect(policy.default).toBe('stop');
  const narrowed = await loadPolicies(['pr-fix', 'read-only'], deps({}));
  expect(narrowed.sources).toEqual(['policies/read-only.yml', 'policies/pr-fix.yml']);
  expect(narrowed.default).toBe('deny');
});

test('a path in extends is read beside its file', async () => {
  const files = { 'ci/base.yml': 'name: base\n', 'ci/sub/p.yml': 'extends: ../base.yml\n' };
  expect((await loadPolicies(['ci/sub/p.yml'], deps(files))).sources).toEqual([
    'ci/sub/p.yml',
    'ci/base.yml',
  ]);
});

test.each([
  [['pr-fx'], {}, 'There is no policy file `pr-fx`; did you mean the shipped policy `pr-fix`?'],
  [
    ['x.yml'],
    {},
    'There is no policy file `x.yml`; the shipped policies are `read-only`, `review`, `pr-fix`, `nightly-refactor`.',
  ],
  [
    ['a.yml'],
    { 'a.yml': 'name: a\nextends: b.yml\n' },
    'a.yml:2:10: There is no policy file `b.yml`; the shipped policies are `read-only`, `review`, `pr-fix`, `nightly-refactor`.',
  ],
  [
    ['a.yml'],
    { 'a.yml': 'extends: b.yml\n', 'b.yml': 'extends: ./a.yml\n' },
    'b.yml:1:10: The policies extend each other in a circle: a.yml → b.yml → a.yml.',
  ],
  [[], {}, 'No policy is named; `read-only` is the least one.'],
])('%j of %j is refused', async (names, files, message) => {
  expect(await messageOf(names, files)).toBe(message);
});

test('too many parents are refused', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 20 }, (_, n) => [`${n}.yml`, `extends: ${n + 1}.yml\n`]),
  );
  expect(await messageOf(['0.yml'], files)).toMatch(/^10\.yml:1:10: More than 10 policies/);
});

test('a file that can’t be read is a ConfigError with the cause', async () => {
  const readFile = () => Promise.reject(new Error('EISDIR'));
  const error = await loadPolicies(['d'], { ...KNOWN, readFile }).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(ConfigError);
  expect(error.message).toBe('The policy `d` can’t be read: EISDIR.');
});

test('the problems of a policy and its parents are all told', async () => {
  const files = {
    'a.yml': 'extends: b.yml\npermissions: { deny: ["Raed"] }\n',
    'b.yml': 'nmae: x\n',
  };
  const good = { ...files, 'a.yml': 'extends: b.yml\n' };
  const told = async (given: Readonly<Record<string, string>>) =>
    (await policyProblems(['a.yml'], deps(given))).map(({ message }) => message);
  expect(await told(files)).toEqual(['a.yml:2:23: There is no tool `Raed`; did you mean `Read`?']);
  expect(await told(good)).toEqual([
    'b.yml:1:1: `nmae` is not a key of a policy; did you mean `name`?',
  ]);
});

test('rules that hold but look odd are warned of with their place', async () => {
  const policy = await policyOf({ 'p.yml': 'permissions:\n  allow: ["Bash(bash *)"]\n' });
  expect(policy.warnings).toEqual([expect.stringMatching(/^p\.yml:2:11: .*allows any command/)]);
});
