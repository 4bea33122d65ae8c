import { expect, test } from 'vitest';
import { createExplainer, type ExplainDeps, explanationText } from '../../src/policy/explain.ts';
import { bash, call, edit, policyOf, TRUSTED } from './asked.ts';

const POLICY = `permissions:
  deny: ["Bash(git push *)", "WebFetch(domain:evil.example)"]
  allow: ["Bash(npm test *)", "WebFetch(domain:*.example.com)", "mcp__good__*"]
ask:
  - { id: once, match: { rule: "Bash(npm ci)" }, answer: allow, max_times: 1 }
  - { match: { rule: "Bash(git push *)" }, answer: deny, reason: The action pushes. }
`;

const VIEWS: Readonly<Record<string, ReturnType<typeof bash>>> = {
  Bash: bash([]),
  Read: call('Read', {
    readOnly: true,
    subject: { ...call('').subject, readOnly: true, effects: ['read'] },
    effects: ['read'],
  }),
  Edit: edit(),
};

async function explainer() {
  const policy = await policyOf({ 'p.yml': POLICY });
  const viewOf: ExplainDeps['viewOf'] = (tool, input) => {
    const view = VIEWS[tool];
    if (!view) return undefined;
    const command = input['command'];
    const asked = tool === 'Bash' && typeof command === 'string' ? bash([command]) : view;
    return { ...asked, toolCheck: { behavior: 'passthrough' }, requiresConfirmation: false };
  };
  return createExplainer({ ...TRUSTED, policy, rules: policy.rules, viewOf });
}

test('a line has the fields of the interface, the id first', async () => {
  const explain = await explainer();
  const said = explain({ id: 'a', tool: 'Bash', input: { command: 'npm test' } });
  expect(Object.keys(said)).toEqual([
    'id',
    'behavior',
    'asked',
    'decided_by',
    'read_only',
    'effects',
    'reason',
  ]);
  expect(said).toMatchObject({
    id: 'a',
    behavior: 'allow',
    asked: false,
    decided_by: { step: 'allow_rule', rule: 'Bash(npm test *)', file: 'p.yml', line: 3 },
    read_only: false,
    effects: ['execute'],
  });
});

test('a denial by a rule has the reason of the answer for the same call', async () => {
  const explain = await explainer();
  expect(explain({ tool: 'Bash', input: { command: 'git push' } })).toMatchObject({
    behavior: 'deny',
    asked: false,
    decided_by: { step: 'deny_rule', file: 'p.yml', line: 2 },
    reason: 'The action pushes.',
  });
});

test('each call is explained for itself: an answer with max_times is not used up', async () => {
  const explain = await explainer();
  const ask = () => explain({ tool: 'Bash', input: { command: 'npm ci' } });
  expect([ask().decided_by.rule, ask().decided_by.rule]).toEqual(['once', 'once']);
});

test.each([
  ['Read', {}, 'allow', 'read_only'],
  ['mcp__good__x', {}, 'allow', 'allow_rule'],
  ['mcp__other__x', { path: '/etc/passwd', url: 'https://evil.example/' }, 'deny', 'default'],
  ['WebFetch', { url: 'https://api.example.com/x' }, 'allow', 'allow_rule'],
  ['WebFetch', { url: 'https://EVIL.example/' }, 'deny', 'deny_rule'],
  ['WebFetch', { url: 'no address' }, 'deny', 'default'],
  ['WebFetch', {}, 'deny', 'default'],
  ['NotebookEdit', { notebook_path: '/proc/self/environ' }, 'deny', 'tool'],
  ['NotebookEdit', { notebook_path: 'a\u0000b' }, 'deny', 'default'],
])('%s %j: %s by %s', async (tool, input, behavior, step) => {
  const explain = await explainer();
  expect(explain({ tool, input })).toMatchObject({ behavior, decided_by: { step } });
});

test('the text for people names rule, place, reason and remedy', async () => {
  const explain = await explainer();
  const text = explanationText(explain({ tool: 'Bash', input: { command: 'npm run x' } }));
  expect(text.split('\n')).toEqual([
    'denied: No allow rule covers the command "npm run x". No answer of the policy covers it, so its default denies it.',
    'decided by the default',
    'asked because: no_rule',
    'effects: execute',
    'this would allow it:',
    '  permissions:',
    '    allow: ["Bash(npm run x)"]',
  ]);
});
