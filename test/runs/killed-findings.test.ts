import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPull, type Pull, review } from './review-pull.ts';

const FOUND = [
  { path: 'src/a.js', line: 14, severity: 'error', message: 'This is slow. cc @octocat' },
  { path: 'src/b.js', line: 3, severity: 'notice', message: 'Not of this change.' },
];
const WAITING = JSON.stringify({
  version: 1,
  turns: [
    { calls: [{ tool: 'ReportFindings', input: { findings: FOUND } }] },
    { calls: [{ tool: 'Bash', input: { command: 'node wait.js', timeout: 60_000 } }] },
    { text: 'Never said.' },
  ],
});
const WAIT = "require('fs').writeFileSync('begun', ''); setInterval(() => {}, 1000);";

/** Kills the run when it waits, and lets the post step finish it. */
async function killed(pull: Pull, inputs: Readonly<Record<string, string>> = {}) {
  let timer: NodeJS.Timeout | undefined;
  const given = { allowed_tools: 'Bash(node wait.js)', ...inputs };
  const result = await review(pull, 'wait.yml', given, pull.repository.root, ({ pid }) => {
    timer ??= setInterval(() => {
      if (!existsSync(join(pull.repository.root, 'begun'))) return;
      clearInterval(timer);
      process.kill(pid, 'SIGKILL');
    }, 20);
  });
  return result.post();
}

test('what a killed run had found is handed over by the post step', async () => {
  const pull = await openPull({ 'wait.yml': WAITING, 'wait.js': WAIT });
  const after = await killed(pull);
  const { comments, reviews, issueComments } = pull.github;
  expect(after.exitCode).toBe(0);
  expect(reviews).toEqual([{ body: expect.stringContaining('1 new one stands'), count: 1 }]);
  expect(comments).toMatchObject([{ path: 'src/a.js', line: 14 }]);
  expect(comments[0]?.body).not.toContain('@octocat');
  expect(after.stdout).toContain(
    '\n::error file=src/a.js,line=14,endLine=14,title=Unattended::This',
  );
  expect(after.stdout).toContain('\n::notice file=src/b.js,line=3,');
  expect(issueComments.at(-1)?.body).toContain('**Findings**: 1 error and 1 notice');
  const [path = ''] = /[^ ]*findings\.sarif/.exec(after.stdout) ?? [];
  const sarif = JSON.parse(readFileSync(path, 'utf8'));
  expect(sarif.runs[0]).toMatchObject({
    invocations: [{ executionSuccessful: false }],
    results: [{ level: 'error' }, { level: 'note' }],
  });
  // Once more, and nothing is said twice or taken back.
  await after.post();
  expect(comments).toHaveLength(1);
  expect(comments[0]?.body).not.toContain('No longer reported');
});

test('a token that may not write is a warning there too', async () => {
  const pull = await openPull({ 'wait.yml': WAITING, 'wait.js': WAIT });
  pull.github.refuse = 403;
  const after = await killed(pull);
  expect(after.exitCode).toBe(0);
  expect(pull.github.comments).toEqual([]);
  expect(after.stdout).toContain('could not be handed over');
  expect(after.summary).toContain('Not of this change.');
});
