import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unattended } from '../fakes/command.ts';
import { createRepository, temporaryFolder } from '../fakes/repository.ts';

const SCRIPT = `version: 1
turns:
  - calls: [{ tool: Bash, input: { command: "env; cat a.txt" } }, { tool: Read, input: { file_path: a.txt } }]
  - text: It holds one line.
`;

test('--help names every command, and each command has its own help', async () => {
  const cwd = temporaryFolder();
  const { stdout, exitCode } = await unattended(['--help'], { cwd });
  expect(exitCode).toBe(0);
  for (const name of ['run', 'demo', 'explain', 'tools']) {
    expect(stdout).toContain(`  ${name} `);
    expect((await unattended([name, '--help'], { cwd })).stdout).toContain(`unattended ${name}`);
  }
});

test.each([
  [['exlpain'], 'Did you mean “explain”?'],
  [['run', '--promt', 'x'], 'Did you mean --prompt?'],
  [['explain'], 'There is no policy'],
  [['explain', '--policy', 'pr-fix', '--tool', 'Bash', '--input', '{'], '--input is not JSON'],
  [['explain', '--policy', 'pr-fix', '--tool', 'Bsh'], 'did you mean `Bash`'],
  [['run', '--max-budget-usd', '-1'], '--max-budget-usd has no value'],
  [['run', '--prompt'], '--prompt has no value'],
  [['run', 'fix it'], '“fix it” belongs to no flag'],
  [['explain', '--policy', 'nope.yml', '--tool', 'Bash'], 'nope.yml'],
  [['explain', '--policy', 'pr-fix', '--trust', 'maybe', '--tool', 'Bash'], 'trusted or untrusted'],
  [['tools', '--policy'], 'policy'],
])('%j: one sentence on stderr, exit 2', async (args, message) => {
  const { exitCode, stdout, stderr } = await unattended(args, { cwd: temporaryFolder() });
  expect(exitCode).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toContain(message);
  expect(stderr).toMatch(/^unattended: [^\n]+\n$/);
});

test('explain says what reading and signing in at an MCP server touches, as the policy believes it', async () => {
  const cwd = temporaryFolder();
  writeFileSync(
    join(cwd, 'p.yml'),
    'version: 1\nextends: read-only\nmcp: { known: { url: "https://x.example", trust_hints: true } }\n',
  );
  const effects = async (tool: string, server: string) => {
    const input = JSON.stringify({ server, uri: 'x://y' });
    const args = ['explain', '--policy', 'p.yml', '--tool', tool, '--input', input];
    return /^effects: .*$/mu.exec((await unattended(args, { cwd })).stdout)?.[0];
  };
  expect(await effects('ReadMcpResource', 'known')).toBe('effects: read, network (read-only)');
  expect(await effects('ReadMcpResource', 'other')).toBe('effects: write, network');
  expect(await effects('ListMcpResources', 'other')).toBe('effects: read, network (read-only)');
  expect(await effects('McpAuth', 'known')).toBe('effects: network');
});

test('explain says what a call gets, by which rule, and what would allow it', async () => {
  const cwd = temporaryFolder();
  const explain = async (...args: string[]) =>
    (await unattended(['explain', '--policy', 'pr-fix', ...args], { cwd })).stdout;
  expect(await explain('--tool', 'Bash', '--input', '{"command":"npm test"}')).toMatch(
    /^allowed: .*\n.*policies\/pr-fix\.yml:\d+/,
  );
  expect(await explain('--tool', 'Bash', '--input', '{"command":"git push"}')).toMatch(/^denied: /);
  expect(await explain('--tool', 'Bash', '--input', '{"command":"make-it-so"}')).toContain(
    'allow: ["Bash(make-it-so)"]',
  );
  const json = JSON.parse(
    await explain('--json', '--tool', 'Edit', '--input', '{"file_path":".git/config"}'),
  );
  expect(json).toMatchObject({ behavior: 'deny', asked: false, decided_by: { step: 'tool' } });
});

test('explain shows warnings to readers, and nothing on stderr to programs', async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'p.yml'), 'version: 1\npermissions: { allow: ["Bash(make*)"] }\n');
  const explain = (...args: string[]) =>
    unattended(['explain', '--policy', 'p.yml', '--tool', 'Bash', ...args], { cwd });
  expect((await explain()).stderr).toContain('also allows every other word');
  expect((await explain('--json')).stderr).toBe('');
});

test('explain --jsonl answers line by line, in order, also lines it can not read', async () => {
  const lines = [
    { id: 'a', tool: 'Bash', input: { command: 'ls' } },
    { id: 2, tool: 'mcp__github__get_issue', input: {} },
    { id: 'c', tool: 'Nonsense', input: {} },
    { id: 'd', tool: 'Read', input: {} },
    { id: 'e', input: {} },
  ];
  const input = `${lines.map((line) => JSON.stringify(line)).join('\n')}\nnot json\n`;
  const { stdout, exitCode } = await unattended(['explain', '--policy', 'read-only', '--jsonl'], {
    cwd: temporaryFolder(),
    input,
  });
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(answers.map(({ id, behavior }) => [id, behavior])).toEqual([
    ['a', 'allow'],
    [2, 'deny'],
    ['c', 'deny'],
    ['d', expect.any(String)],
    ['e', 'deny'],
    [undefined, 'deny'],
  ]);
  for (const answer of answers)
    expect(Object.keys(answer)).toEqual(
      expect.arrayContaining(['behavior', 'asked', 'decided_by', 'read_only', 'effects', 'reason']),
    );
  expect(exitCode).toBe(2);
});

test('tools shows the pool and which filter left each other tool out', async () => {
  const cwd = temporaryFolder();
  const { stdout } = await unattended(
    ['tools', '--policy', 'pr-fix', '--disallowed-tools', 'Grep', '--json'],
    { cwd },
  );
  const { tools, left_out } = JSON.parse(stdout) as {
    tools: { name: string }[];
    left_out: { name: string; filter: string }[];
  };
  expect(tools.map(({ name }) => name)).toEqual([
    'Bash',
    'Edit',
    'Glob',
    'Read',
    'ReportFindings',
    'TodoWrite',
    'Write',
  ]);
  expect(left_out.map(({ name, filter }) => [name, filter])).toEqual([
    ['Brief', 'mode'],
    ['Grep', 'deny'],
    ['Skill', 'enabled'],
    ['Snip', 'mode'],
    ['StructuredOutput', 'enabled'],
    ['ToolSearch', 'enabled'],
  ]);
});

test('run does the job in this checkout, and hides the secrets of the shell it was started from', async () => {
  const { root } = createRepository({ 'script.yml': SCRIPT, 'a.txt': 'one\n' });
  const secret = 'ghp_FAKEFAKEFAKEFAKEFAKEFAKEFAKEFAKEFAKE';
  const args = [
    'run',
    '--prompt',
    'Read it.',
    '--model',
    'scripted:script.yml',
    '--allowed-tools',
    'Bash(env)',
    '--json',
  ];
  const { exitCode, stdout, stderr } = await unattended(args, {
    cwd: root,
    env: { MY_GITHUB_TOKEN: secret, TMPDIR: temporaryFolder() },
  });
  expect(stderr).toContain("your shell's environment holds MY_GITHUB_TOKEN");
  const outputs = JSON.parse(stdout) as Record<string, string>;
  expect(outputs).toMatchObject({ conclusion: 'success', result: 'It holds one line.' });
  expect(outputs).toMatchObject({ num_turns: 2, changed_files: [], structured_output: null });
  expect(exitCode).toBe(0);
  const transcript = readFileSync(outputs['execution_file'] ?? '', 'utf8');
  expect(transcript).toContain('PATH=');
  expect(stdout + stderr + transcript).not.toContain(secret);
});

test('run tells a mistake in the configuration by its exit code', async () => {
  const { root } = createRepository({});
  const { exitCode, stderr } = await unattended(['run', '--prompt', 'x', '--max-turns', '0'], {
    cwd: root,
  });
  expect(exitCode).toBe(2);
  expect(stderr).toContain("--max-turns can't be “0”");
});

test('the demo mends its repository without key, network or anything installed', async () => {
  const { exitCode, stdout } = await unattended(['demo'], { cwd: temporaryFolder() });
  expect(exitCode).toBe(0);
  expect(stdout).toContain('-  for (let i = 1;');
  expect(stdout).toContain('+  for (let i = 0;');
  expect(stdout).toContain('1 call refused');
  const transcript = /Transcript: (.+)\n/.exec(stdout)?.[1] ?? '';
  expect(JSON.parse(readFileSync(transcript, 'utf8'))).toContainEqual(
    expect.objectContaining({ type: 'result', is_error: false }),
  );
});

test('npm start is the demo', () => {
  const { scripts } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
  ) as { scripts: Record<string, string> };
  expect(scripts['start']).toBe('node dist/cli.js demo');
});
