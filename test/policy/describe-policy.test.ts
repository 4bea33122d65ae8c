import { expect, test } from 'vitest';
import { describePolicy } from '../../src/policy/describe-policy.ts';
import { SHIPPED_NAMES } from '../../src/policy/shipped-names.ts';
import { policyOf } from './asked.ts';

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
  expect(describePolicy(policy).split('\n')).toEqual([
    'The policy `mine` decides every tool call. Nobody is there to ask: a call is allowed or refused at once.',
    'Allowed: reading files inside the checkout, and shell commands that are proven to change nothing.',
    'Allowed as well: Edit (/src/**); npm (test, run lint); make.',
    'Allowed by an answer, some only so many times: npm (ci).',
    'Always refused: git (push); Read (.env*).',
    'Refused unless an answer of the policy allows it: npm (publish).',
    'Anything else is refused.',
    'In a command line every part has to be allowed by itself: write plain commands, one a call where you can.',
    'The same call refused 3 times ends the run.',
  ]);
});

test('a policy that stops says so', async () => {
  const policy = await policyOf({ 'p.yml': 'default: stop\n' });
  expect(describePolicy(policy)).toContain('Anything else ends the whole run');
});

test.each(SHIPPED_NAMES)('%s: short, and the same bytes each time', async (name) => {
  const text = async () => describePolicy(await policyOf({ 'p.yml': `extends: ${name}\n` }));
  const first = await text();
  expect(first).toBe(await text());
  expect(first.split('\n').length).toBeLessThanOrEqual(12);
  expect(first.length).toBeLessThan(2_000);
  expect(first).toContain('git (push');
});
