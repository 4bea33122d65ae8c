import { describe, expect, test } from 'vitest';
import { SHIPPED_NAMES } from '../../src/policy/shipped-names.ts';
import { judgeOf } from './shipped-policy.ts';

const bash = (command: string) => ['Bash', { command }] as const;

/** What no shipped policy lets through, and a word of what the model is told to do instead. */
const NEVER = [
  [...bash('git push'), 'Leave your changes in the working tree'],
  [...bash('git push origin HEAD:main --force'), 'Leave your changes in the working tree'],
  [...bash('git -C sub push'), 'Leave your changes in the working tree'],
  [...bash('npm test && git push'), 'Leave your changes in the working tree'],
  [...bash('timeout 5 git push'), 'Leave your changes in the working tree'],
  [...bash('GIT_DIR=x git push'), 'Leave your changes in the working tree'],
  [...bash("bash -c 'git push'"), ''],
  [...bash('gh pr comment 1 --body x'), 'your final answer goes into the report'],
  [...bash('gh api /user'), 'your final answer goes into the report'],
  [...bash('cat /proc/self/environ'), ''],
  ['Read', { file_path: '/proc/self/environ' }, 'Environments of processes are not read'],
  ['Read', { file_path: '.env' }, 'Files with credentials'],
  ['Read', { file_path: 'packages/api/.env.local' }, 'Files with credentials'],
  ['Read', { file_path: 'deploy/key.pem' }, ''],
  ['Read', { file_path: '~/.ssh/id_ed25519' }, ''],
  [...bash('cat .env'), ''],
  ['Edit', { file_path: '.github/workflows/ci.yml' }, 'Describe the change in your final answer'],
  ['Write', { file_path: '.github/workflows/new.yml' }, 'Describe the change in your final answer'],
  [...bash('echo x > .github/workflows/ci.yml'), ''],
  ['Edit', { file_path: '.git/hooks/pre-commit' }, ''],
  ['Edit', { file_path: '.npmrc' }, ''],
  ['Edit', { file_path: '/etc/hosts' }, ''],
  ['Read', { file_path: '/etc/shadow' }, ''],
  [...bash('sudo npm test'), ''],
  [...bash('curl https://example.com'), ''],
  [...bash('npm publish'), ''],
  [...bash('node -e "1"'), ''],
  // What fetches a package and runs it.
  [...bash('npx -y tsc'), ''],
  [...bash('npx --yes eslint .'), ''],
  [...bash('npx --package typescript tsc'), ''],
  [...bash('npx cowsay'), ''],
  [...bash('npm_config_yes=true npx tsc'), ''],
  [...bash('export npm_config_yes=true; npx tsc'), ''],
  [...bash('npm exec tsc'), ''],
  [...bash('npm exec --yes tsc'), ''],
  [...bash('npm x tsc'), ''],
  [...bash('pnpm dlx typescript'), ''],
  [...bash('pnpx typescript'), ''],
  [...bash('yarn dlx typescript'), ''],
  [...bash('bunx tsc'), ''],
  [...bash('bun x tsc'), ''],
  [...bash('uvx ruff check'), ''],
  [...bash('pipx run black'), ''],
  [...bash('if ('), ''],
  ['mcp__github__create_issue', {}, ''],
  ['WebFetch', { url: 'https://example.com/' }, ''],
] as const;

/** What every shipped policy lets through. */
const ALWAYS = [
  ['Read', { file_path: 'src/a.ts' }],
  ['Read', { file_path: 'src/environment.ts' }],
  ['Glob', { pattern: '**/*.ts' }],
  ['Grep', { pattern: 'x' }],
  ['TodoWrite', { todos: [] }],
  ['StructuredOutput', {}],
  bash('git status'),
  bash('git log --oneline -5 | head -3'),
  bash('ls -la src && cat src/a.ts'),
] as const;

describe.each(SHIPPED_NAMES)('%s', (name) => {
  test.each(NEVER)('refuses %s %j', async (tool, input, reason) => {
    const judge = await judgeOf([name]);
    const said = judge(tool, input);
    expect(said).toMatchObject({ behavior: 'deny', reason: expect.stringContaining(reason) });
  });

  test.each(ALWAYS)('allows %s %j', async (tool, input) => {
    const judge = await judgeOf([name]);
    expect(judge(tool, input)).toMatchObject({ behavior: 'allow', asked: false });
  });
});

test.each(SHIPPED_NAMES)('%s promises no delivery that this release has not', async (name) => {
  const judge = await judgeOf([name]);
  const { reason } = judge('Bash', { command: 'git push' });
  expect(reason).toContain('they stay there, and later steps of the job can use them');
  expect(reason).not.toContain('deliver');
});

test.each(SHIPPED_NAMES)('a child of %s can’t take its denials back', async (name) => {
  const child = `extends: ${name}
permissions: { allow: [Read, Edit, Bash, "Bash(git push *)"] }
ask: [{ match: { tool: "*" }, answer: allow }]
`;
  const judge = await judgeOf(['child.yml'], { files: { 'child.yml': child } });
  const denied = [
    judge('Bash', { command: 'git push' }),
    judge('Bash', { command: 'gh pr list' }),
    judge('Read', { file_path: '.env' }),
    judge('Read', { file_path: '/proc/self/environ' }),
    judge('Edit', { file_path: '.github/workflows/ci.yml' }),
  ];
  expect(
    denied.map(({ behavior, decided_by }) => [behavior, decided_by.step, decided_by.file]),
  ).toEqual(denied.map(() => ['deny', 'deny_rule', 'policies/read-only.yml']));
});

test('in an untrusted run even pr-fix and nightly-refactor only read', async () => {
  for (const name of SHIPPED_NAMES) {
    const judge = await judgeOf([name], { trust: 'untrusted' });
    expect(judge('Read', { file_path: 'src/a.ts' }).behavior).toBe('allow');
    expect(judge('Edit', { file_path: 'src/a.ts' }).behavior).toBe('deny');
    expect(judge('Bash', { command: 'npm test' }).behavior).toBe('deny');
    expect(judge('Bash', { command: 'npm ci' }).behavior).toBe('deny');
  }
});
