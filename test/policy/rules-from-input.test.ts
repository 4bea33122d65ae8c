import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ConfigError } from '../../src/base/errors.ts';
import { formatRule } from '../../src/permission/parse-rule.ts';
import { rulesFromInput } from '../../src/policy/rules-from-input.ts';
import { KNOWN } from './known-names.ts';

const read = (text: string) =>
  rulesFromInput(text.split('\n'), 'allowed_tools', KNOWN.knownToolNames);

function messageOf(text: string): string | undefined {
  try {
    read(text);
    return undefined;
  } catch (error) {
    return (error as ConfigError).message;
  }
}

test('each line is a rule that keeps its line', () => {
  expect(read('\n  Bash(npm test *)\nEdit(/src/**)  \n')).toEqual([
    {
      text: 'Bash(npm test *)',
      tool: 'Bash',
      specifier: 'npm test *',
      source: { file: 'input allowed_tools', line: 2 },
    },
    {
      text: 'Edit(/src/**)',
      tool: 'Edit',
      specifier: '/src/**',
      source: { file: 'input allowed_tools', line: 3 },
    },
  ]);
});

test('commas and quotes in brackets belong to the rule', () => {
  expect(read(`Bash(git log --format="%h, %s")`)[0]?.specifier).toBe(`git log --format="%h, %s"`);
});

test.each([
  [
    'Read,Edit',
    'input allowed_tools:1:1: “Read,Edit” looks like several rules; write one rule a line',
  ],
  [
    'Read\n  Bash(npm test), Bash(npm ci)',
    'input allowed_tools:2:3: “Bash(npm test), Bash(npm ci)” looks like',
  ],
  ['Bash(npm test', 'input allowed_tools:1:1: The rule "Bash(npm test" has a "(" without its ")"'],
  ['Raed', 'input allowed_tools:1:1: There is no tool `Raed`; did you mean `Read`?'],
  [
    'Write(src/**)',
    'input allowed_tools:1:1: "Write(src/**)" is never consulted; write Edit(src/**)',
  ],
])('%j is refused', (text, message) => {
  expect(messageOf(text)?.slice(0, message.length)).toBe(message);
});

test('property: a rule is never read wider than it was written', () => {
  const command = fc.stringMatching(/^[a-z][a-z0-9 ,:"'$|&*-]{0,20}[a-z0-9]$/);
  fc.assert(
    fc.property(command, (text) => {
      const line = `Bash(${text})`;
      if (messageOf(line) === undefined) expect(read(line).map(formatRule)).toEqual([line]);
    }),
  );
});
