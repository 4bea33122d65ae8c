import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePolicy } from '../../src/policy/parse-policy.ts';
import { KNOWN } from './known-names.ts';

const problems = (text: string) =>
  parsePolicy(text, 'p.yml', KNOWN).problems.map(({ message }) => message);

const FULL = `version: 1
name: mine
description: Everything at once.
extends: read-only
tools: { mode: standard, only: [Read, Bash], without: [WebSearch], with: [Monitor] }
permissions:
  deny: ["Read(.env*)"]
  ask: ["Bash(npm publish *)"]
  allow:
    - "Edit(src/**)"
    - "Bash(npm test *)"
ask:
  - id: installs
    match: { rule: "Bash(npm ci)", asked_because: no_rule, event: pull_request, trust: trusted }
    answer: allow
    max_times: 2
    reason: From the lock file.
  - match: { tool: "mcp__*", read_only: true }
    answer: allow
  - match: { path: "docs/**", effect: write, domain: "*.example.com" }
    answer: stop
default: stop
hooks:
  PreToolUse:
    - matcher: Bash|Edit
      hooks: [{ type: command, command: sh guard.sh, timeout: 30, onFailure: continue }]
limits: { max_turns: 1, max_budget_usd: 0.5, timeout_minutes: 2, tool_timeout_seconds: 3, stall_seconds: 5, repeated_denials: 4 }
environment: { pass: [NODE_ENV, "npm_config_*"] }
http_hooks: { allow: ["https://hooks.example.com/*"] }
fail_on: [denied, any_denial]
`;

test('a policy with every key is accepted, with the places of its rules and answers', () => {
  const { source } = parsePolicy(FULL, 'p.yml', KNOWN);
  expect(source?.places).toEqual({
    extends: [4, 10],
    deny: [[7, 10]],
    ask: [[8, 9]],
    allow: [
      [10, 7],
      [11, 7],
    ],
    answers: [
      [13, 5],
      [18, 5],
      [20, 5],
    ],
    hooks: { PreToolUse: [[[26, 15]]] },
  });
});

test.each([
  ['permission: {}\n', '1:1: `permission` is not a key of a policy; did you mean `permissions`?'],
  ['allow: [Read]\n', '1:1: `allow` is not a key of a policy; it belongs under `permissions`.'],
  [
    'permissions:\n  alow: [Read]\n',
    '2:3: `alow` is not a key of `permissions`; did you mean `allow`?',
  ],
  [
    'ask:\n  - match: { efect: write }\n    answer: deny\n',
    '2:14: `efect` is not a key of `ask[0].match`; did you mean `effect`?',
  ],
  ['default: alow\n', '1:10: `default` is "alow"; it can be `deny`, `stop`.'],
  ['default: denny\n', '1:10: `default` is "denny"; did you mean `deny`?'],
  ['default: allow\n', '1:10: `default` is "allow"; it can be `deny`, `stop`.'],
  ['fail_on: [max_turn]\n', '1:11: `fail_on[0]` is "max_turn"; did you mean `max_turns`?'],
  ['version: 2\n', '1:10: `version` is 2; it can be `1`.'],
  ['name:\n', '1:6: `name` has to be a text, but is empty.'],
  ['limits: { max_turns: 0 }\n', '1:22: `limits.max_turns` is 0, but has to be at least 1.'],
  [
    'limits: { max_turns: 1.5 }\n',
    '1:22: `limits.max_turns` has to be a whole number, but is 1.5.',
  ],
  [
    'limits: { max_budget_usd: "3" }\n',
    '1:27: `limits.max_budget_usd` has to be a number, but is "3".',
  ],
  ['ask:\n  - match: {}\n', '2:5: `ask[0].answer` is missing.'],
  ['- a\n', '1:1: A policy has to be a mapping (lines of `key: value`), but is ["a"].'],
  ['', '1:1: The policy is empty; the least one is the line `version: 1`.'],
  ['tools: { only: [Raed] }\n', '1:17: There is no tool `Raed`; did you mean `Read`?'],
  [
    'tools: { with: [Montor] }\n',
    '1:17: There is no runner extension `Montor`; did you mean `Monitor`?',
  ],
  [
    'tools: { with: [Read] }\n',
    '1:17: `Read` is no runner extension: `tools.with` has nothing to add there.',
  ],
  [
    'environment: { pass: ["A-B"] }\n',
    '1:23: `A-B` is not the name of a variable; `*` may stand for a part of it.',
  ],
  [
    'environment: { pass: [NPM_TOKEN] }\n',
    '1:23: `NPM_TOKEN` never passes to commands: it may hold a credential or make programs run code.',
  ],
  [
    'delivery: { allowed_files: ["!src"] }\n',
    '1:29: A pattern can’t start with "!"; write \\! for the character itself.',
  ],
  [
    'delivery: { allow_files: ["src/**"] }\n',
    '1:13: `allow_files` is not a key of `delivery`; did you mean `allowed_files`?',
  ],
  ['environment: { pass: ["*"] }\n', '1:23: `*` would pass every variable; name what is needed.'],
  [
    'ask:\n  - { id: a, match: {}, answer: deny }\n  - { id: a, match: {}, answer: deny }\n',
    '3:11: Another answer has the id `a` already; reports could not tell them apart.',
  ],
  [
    'ask: [{ match: { event: pull_requests }, answer: deny }]\n',
    '1:25: `ask[0].match.event` is "pull_requests"; did you mean `pull_request`?',
  ],
])('%j', (text, message) => {
  expect(problems(text)).toEqual([`p.yml:${message}`]);
});

test('tool_search takes one of three words', () => {
  expect(problems('tool_search: tst-auto\n')).toEqual([]);
  expect(problems('tool_search: tst_auto\n')).toEqual([
    'p.yml:1:14: `tool_search` is "tst_auto"; did you mean `tst-auto`?',
  ]);
});

test.each(['sandbox', 'redact'])('the key %s is unknown until its capability comes', (key) => {
  expect(problems(`${key}: {}\n`)).toEqual([
    expect.stringMatching(`^p.yml:1:1: \`${key}\` is not a key of a policy`),
  ]);
});

test('matchers of events that are not about a tool name what those are about', () => {
  const withMatcher = (event: string, matcher: string) =>
    problems(
      `hooks: { ${event}: [{ matcher: '${matcher}', hooks: [{ type: command, command: x }] }] }\n`,
    );
  for (const event of ['SessionStart', 'PreCompact', 'Notification', 'Elicitation']) {
    for (const matcher of ['auto', 'startup|resume', 'my-server', 'a.*b']) {
      expect(withMatcher(event, matcher)).toEqual([]);
    }
    expect(withMatcher(event, '(')).toEqual([expect.stringContaining('nor a regular expression')]);
  }
});

test('a hook matcher has to name tools that exist or be a regular expression', () => {
  const withMatcher = (matcher: string) =>
    problems(
      `hooks: { PreToolUse: [{ matcher: '${matcher}', hooks: [{ type: command, command: x }] }] }\n`,
    );
  expect(withMatcher('Bash|Edti')).toEqual([
    'p.yml:1:34: There is no tool `Edti`; did you mean `Edit`?',
  ]);
  expect(withMatcher('mcp__(')).toEqual([expect.stringMatching(/1:34: .*regular expression\.$/)]);
  expect(['', '*', 'Edit, Write', '^mcp__.*$', 'mcp__github__x'].flatMap(withMatcher)).toEqual([]);
});

test('all problems of a file are found at once, in the order of its lines', () => {
  const text = `nmae: x
permissions:
  allow: ["Bash(npm test", "Edit(src/**)", "Raed"]
ask:
  - match: { domain: "https://example.com/x" }
    answer: maybe
limits: { stall_hours: 120 }
`;
  expect(problems(text).map((message) => message.split(':').slice(1, 3).join(':'))).toEqual([
    '1:1',
    '3:11',
    '3:44',
    '5:22',
    '6:13',
    '7:11',
  ]);
});

test('property: whatever a policy holds, it is accepted or refused with places, and never throws', () => {
  const keys = fc.constantFrom(
    'version',
    'name',
    'tools',
    'permissions',
    'ask',
    'limits',
    'fail_on',
  );
  fc.assert(
    fc.property(fc.dictionary(keys, fc.jsonValue()), (data) => {
      const parsed = parsePolicy(JSON.stringify(data), 'p.yml', KNOWN);
      expect(parsed.source === undefined).toBe(parsed.problems.length > 0);
      expect(parsed.problems.every(({ at }) => at?.file === 'p.yml')).toBe(true);
    }),
  );
});
