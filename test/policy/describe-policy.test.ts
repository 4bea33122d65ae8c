import { expect, test } from 'vitest';
import { describePolicy } from '../../src/policy/describe-policy.ts';
import { SHIPPED_NAMES } from '../../src/policy/shipped-names.ts';
import { policyOf } from './asked.ts';

const TOOLS = new Set(['Bash', 'Edit', 'Read', 'TodoWrite', 'Write']);

test('says what is allowed and refused, commands gathered by program', async () => {
  const policy = await policyOf({
    'p.yml': `name: mine
permissions:
  deny: ["Bash(git push *)", "Read(.env*)"]
  ask: ["Bash(npm publish *)"]
  allow: ["Edit(/src/**)", "Bash(npm test *)", "Bash(npm run lint:*)", "Bash(make)"]
ask: [{ match: { rule: "Bash(npm ci)" }, answer: allow, max_times: 2 }]
`,
  });
  expect(describePolicy(policy, TOOLS).split('\n')).toEqual([
    'The policy `mine` decides every tool call. Nobody is there to ask: a call is allowed or refused at once.',
    'Allowed: reading files inside the checkout, and shell commands that are proven to change nothing.',
    'Allowed as well: Edit (/src/**); npm (test, run lint); make.',
    'Allowed by an answer, some only so many times: npm ci.',
    'Always refused: git push; Read (.env*).',
    'Refused unless an answer of the policy allows it: npm publish.',
    'Anything else is refused.',
    'In a command line every part has to be allowed by itself: write plain commands, one a call where you can.',
    'The same call refused 3 times ends the run.',
  ]);
});

test('a policy that stops says so', async () => {
  const policy = await policyOf({ 'p.yml': 'default: stop\n' });
  expect(describePolicy(policy, TOOLS)).toContain('Anything else ends the whole run');
});

test.each(SHIPPED_NAMES)('%s: short, and the same bytes each time', async (name) => {
  const text = async () => describePolicy(await policyOf({ 'p.yml': `extends: ${name}\n` }), TOOLS);
  const first = await text();
  expect(first).toBe(await text());
  expect(first.split('\n').length).toBeLessThanOrEqual(12);
  expect(first.length).toBeLessThan(4_500);
  expect(first).toContain('git (push');
});

test.each(['pr-fix', 'nightly-refactor'])('%s: every allowed program is named', async (name) => {
  const policy = await policyOf({ 'p.yml': `extends: ${name}\n` });
  const line = describePolicy(policy, TOOLS)
    .split('\n')
    .find((text) => text.startsWith('Allowed as well'));
  for (const { tool, specifier = '' } of policy.rules.allow) {
    if (tool === 'Bash') expect(line).toContain(specifier.split(' ')[0]?.replace(/^.*bin\//, ''));
  }
  for (const form of [
    /lint/,
    /build/,
    /compile/,
    /mvn\S* \(/,
    /mvnw \(/,
    /gradle\b[^;]* \(/,
    /gradlew\b[^;]* \(/,
  ])
    expect(line).toMatch(form);
  expect(line).not.toMatch(/ more:|…/);
});

test('allows no tool that is not offered', async () => {
  const policy = await policyOf({ 'p.yml': 'extends: pr-fix\n' });
  expect(describePolicy(policy, TOOLS)).not.toContain('StructuredOutput');
  expect(describePolicy(policy, new Set([...TOOLS, 'StructuredOutput']))).toContain(
    'TodoWrite; StructuredOutput; Edit (/**)',
  );
  const reader = describePolicy(policy, new Set(['Read', 'Write']));
  expect(reader).toContain('Allowed as well: Edit (/**).');
});

test('more rules than a prompt should hold: says how many are left, and where to learn of them', async () => {
  const rules = Array.from(
    { length: 400 },
    (_, index) => `"Bash(program-${index} run-${index} *)"`,
  );
  const policy = await policyOf({ 'p.yml': `permissions: { allow: [${rules.join(', ')}] }\n` });
  const text = describePolicy(policy, TOOLS);
  expect(text.length).toBeLessThan(4_500);
  const shown = text.match(/program-/g)?.length ?? 0;
  expect(text).toContain(`; and ${400 - shown} more: a refusal says which rule.`);
});
