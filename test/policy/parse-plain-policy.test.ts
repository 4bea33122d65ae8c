import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePlainPolicy } from '../../src/policy/parse-plain-policy.ts';
import { type ParsedPolicy, parsePolicy } from '../../src/policy/parse-policy.ts';
import { KNOWN } from './known-names.ts';

const plain = (text: string) => parsePlainPolicy(text, 'p.yml', KNOWN.knownToolNames);

function seen({ source, problems, warnings }: ParsedPolicy): unknown {
  return { source, told: [...problems, ...warnings].map(({ message }) => message) };
}

const USUAL = `version: 1
name: strict
description: Rules alone.
extends: read-only
default: stop
permissions:
  deny:
    - 'Bash(rm *)'
    - Read(/etc/**)
  allow:
    - Edit(src/**) # all of it
  ask: ["Bash(git push *)", Read]
limits: { max_turns: 30, max_budget_usd: 0.5 }
`;

test('a policy of rules alone is what the parser and the schema make of it, warnings with their places', () => {
  const parsed = plain(USUAL);
  expect(parsed?.warnings[0]?.message).toMatch(/^p\.yml:9:7: .*starts at the workspace/);
  expect(parsed && seen(parsed)).toEqual(seen(parsePolicy(USUAL, 'p.yml', KNOWN)));
});

test.each([
  ['', 'nothing at all'],
  ['version: 2\n', 'another version'],
  ['nmae: x\n', 'an unknown key'],
  ['default: allow\n', 'a default that there is not'],
  ["name: ''\n", 'an empty name'],
  ['extends: 7\n', 'a parent that is no text'],
  ['permissions: x\n', 'permissions that are no mapping'],
  ['permissions:\n  - Read\n', 'permissions that are a list'],
  ['permissions:\n  dny:\n    - Read\n', 'an unknown list'],
  ['permissions:\n  deny: Read\n', 'a rule that is no list'],
  ['permissions:\n  deny:\n    - 7\n', 'a rule that is no text'],
  ["permissions:\n  deny:\n    - ''\n", 'an empty rule'],
  ['permissions:\n  deny:\n    - Raed\n', 'a rule for no tool'],
  ['permissions:\n  deny:\n    - Bash(a\n', 'a rule that is never closed'],
  ['permissions:\n  allow:\n    - Write(a)\n', 'a rule that never matches'],
  ['limits:\n  max_turns: 0.5\n', 'a limit that is no whole number'],
  ['limits:\n  max_turns: 100001\n', 'a limit that is too high'],
  ['limits: { max_budget_usd: 0 }\n', 'a limit of nothing'],
  ['limits: { turns: 3 }\n', 'an unknown limit'],
  ['limits: [3]\n', 'limits that are a list'],
  ['limits: { max_turns: "3" }\n', 'a limit that is no number'],
  ['tools: { mode: simple }\n', 'more than rules and limits'],
])('%j is left to the parser and the schema: %s', (text) => {
  expect(plain(text)).toBeUndefined();
});

test('property: what is read without parser and schema is what they make of it', () => {
  const value = fc.constantFrom('x', "''", '1', 'deny', 'stop', 'read-only', '[x]', 'true');
  const scalar = fc
    .tuple(fc.constantFrom('version', 'name', 'description', 'extends', 'default', 'nam'), value)
    .map(([key, text]) => `${key}: ${text}\n`);
  const item = fc.constantFrom(
    'Read',
    "'Bash(a *)'",
    'Edit(.git/x)',
    'Bash(x*)',
    'Read(/etc/a)',
    'Rd',
  );
  const list = fc
    .tuple(
      fc.constantFrom('deny', 'ask', 'allow', 'x'),
      fc.array(item, { minLength: 1, maxLength: 3 }),
    )
    .map(([name, items]) => `  ${name}:\n${items.map((rule) => `    - ${rule}\n`).join('')}`);
  const permissions = fc
    .array(list, { minLength: 1, maxLength: 3 })
    .map((lists) => `permissions:\n${lists.join('')}`);
  const limits = fc
    .array(
      fc.tuple(
        fc.constantFrom(
          ...['max_turns', 'max_budget_usd', 'timeout_minutes', 'tool_timeout_seconds'],
          ...['stall_seconds', 'repeated_denials', 'x'],
        ),
        fc.constantFrom(
          '0',
          '0.5',
          '1',
          '7',
          '1000',
          '1001',
          '3600',
          '3600.5',
          '7200',
          '86400',
          'x',
        ),
      ),
      { maxLength: 3 },
    )
    .map((pairs) => `limits: { ${pairs.map((pair) => pair.join(': ')).join(', ')} }\n`);
  const part = fc.oneof(
    { weight: 2, arbitrary: permissions },
    { weight: 1, arbitrary: scalar },
    { weight: 1, arbitrary: limits },
  );
  let read = 0;
  fc.assert(
    fc.property(fc.array(part, { maxLength: 3 }), (parts) => {
      const parsed = plain(parts.join(''));
      if (!parsed) return;
      read += 1;
      expect(seen(parsed)).toEqual(seen(parsePolicy(parts.join(''), 'p.yml', KNOWN)));
    }),
    { numRuns: 2_000 },
  );
  expect(read).toBeGreaterThan(100);
});
