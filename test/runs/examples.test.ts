import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { headOf } from '../fakes/delivery-state.ts';
import { checkOut, type ExampleStage, exampleStage } from '../fakes/example-stage.ts';
import { temporaryFolder } from '../fakes/repository.ts';
import { readExample } from '../fakes/workflow.ts';

/** What the demo's script makes of the broken sum. */
const MENDED = /let i = 0;/;
/** The script tries to push, which is refused: no reason to fail, as the workflows that people copy say nothing of it. */
const DONE = { conclusion: 'success', stop_reason: 'completed' };

test('pr-fix: on a failed check the fix becomes a commit on the branch, and a comment tells of it', async () => {
  const stage = await exampleStage({});
  const payload = { action: 'synchronize', number: 7, pull_request: stage.pull };
  const run = { name: 'pr-fix.yml', payload, script: 'script.yml' };
  await expect(stage.drive(run)).rejects.toThrow('would not start');

  const result = await stage.drive({ ...run, failed: true });
  const { github } = stage;
  expect(result.outputs).toMatchObject({ ...DONE, commit_sha: headOf(github, 'topic') });
  expect(github.git('show', 'topic:src/sum.js')).toMatch(MENDED);
  expect(github.git('show', '-s', '--format=%s', 'topic')).toBe('fix: mend what the tests found');
  expect(github.comments).toHaveLength(1);
  expect(github.comments[0]?.body).toContain('**Delivered:**');
});

test('review: a pull request gets its findings, and nothing changes', async () => {
  const findings = [{ path: 'notes.txt', line: 2, severity: 'warning', message: 'Two of what?' }];
  const script = {
    version: 1,
    turns: [{ calls: [{ tool: 'ReportFindings', input: { findings } }] }, { text: 'One.' }],
  };
  const stage = await exampleStage({ 'review.yml': JSON.stringify(script) });
  const before = headOf(stage.github, 'topic');
  const payload = { action: 'opened', number: 7, pull_request: stage.pull };
  const run = { name: 'review.yml', payload, script: 'review.yml' };
  const result = await stage.drive(run);
  expect(result.outputs).toMatchObject(DONE);
  expect(stage.github.requests).toContain('POST /repos/octo/app/pulls/7/reviews');
  expect(stage.github.comments[0]?.body).toContain('`notes.txt:2` Two of what?');
  expect(result.stdout).toContain('::warning file=notes.txt,line=2,endLine=2,');
  expect(headOf(stage.github, 'topic')).toBe(before);

  const draft = { ...payload, pull_request: { ...stage.pull, draft: true } };
  await expect(stage.drive({ ...run, payload: draft })).rejects.toThrow('would not start');
});

test('mention: a maintainer asks in a comment, and the branch gets what they asked for', async () => {
  const stage = await exampleStage({});
  const comment = (body: string, author_association = 'MEMBER') => ({
    action: 'created',
    issue: {
      number: 7,
      title: 'Sum',
      body: '',
      user: { login: 'mona' },
      author_association: 'MEMBER',
      pull_request: { url: 'x' },
    },
    comment: { id: 1, body, user: { login: 'mona', type: 'User' }, author_association },
  });
  const run = (payload: Record<string, unknown>) =>
    stage.drive({ name: 'mention.yml', payload, script: 'script.yml' });
  await expect(run(comment('Thanks!'))).rejects.toThrow('would not start');
  await expect(run(comment('@unattended go', 'NONE'))).rejects.toThrow('would not start');

  const result = await run(comment('@unattended the tests fail, mend the code'));
  expect(result.outputs).toMatchObject({ ...DONE, commit_sha: headOf(stage.github, 'topic') });
  expect(stage.github.git('show', 'topic:src/sum.js')).toMatch(MENDED);
  expect(JSON.stringify(result.transcript)).toContain('the tests fail, mend the code');
});

test('nightly-refactor: the clock starts it, and a draft pull request comes of it', async () => {
  const stage = await exampleStage({});
  const main = headOf(stage.github, 'main');
  const result = await stage.drive({
    name: 'nightly-refactor.yml',
    payload: { schedule: '17 2 * * 1-5' },
    script: 'script.yml',
  });
  const branch = result.outputs['branch_name'] ?? '';
  expect(result.outputs).toMatchObject({ ...DONE, pr_number: '11' });
  expect(branch).toMatch(/^unattended\//);
  expect(stage.github.pulls.at(-1)).toMatchObject({
    draft: true,
    labels: ['refactor'],
    base: 'main',
    head: branch,
  });
  expect(stage.github.git('show', `${branch}:src/sum.js`)).toMatch(MENDED);
  expect(headOf(stage.github, 'main')).toBe(main);
});

test('resume: each review goes on from the last, and keeps the record where the next one finds it', async () => {
  const script = (text: string) =>
    JSON.stringify({
      version: 1,
      turns: [{ calls: [{ tool: 'Read', input: { file_path: 'notes.txt' } }] }, { text }],
    });
  const stage = await exampleStage({
    'one.yml': script('Two of what?'),
    'two.yml': script('Still two of what?'),
    '.github/review-with-memory.yml':
      'version: 1\nname: review-with-memory\nlimits: { max_turns: 300, max_budget_usd: 20 }\n',
  });
  const payload = { action: 'synchronize', number: 7, pull_request: stage.pull };
  const steps = Object.values(readExample('resume.yml').jobs).flatMap((job) => job.steps);
  const lay = steps.find(({ name }) => name?.startsWith('Lay'))?.run ?? '';
  const review = async (name: string, record: string | undefined) => {
    const temp = temporaryFolder();
    if (record !== undefined) cpSync(record, join(temp, 'record'), { recursive: true });
    const run = { name: 'resume.yml', payload, script: name, temp };
    const result = await stage.drive(run);
    const TRANSCRIPT = result.outputs['execution_file'] ?? '';
    const env = { PATH: process.env['PATH'] ?? '', RUNNER_TEMP: temp, TRANSCRIPT };
    execFileSync('bash', ['-e', '-c', lay], { env });
    return { result, record: join(temp, 'record') };
  };
  const first = await review('one.yml', undefined);
  expect(first.result.outputs).toMatchObject({ ...DONE, num_turns: '2' });
  const second = await review('two.yml', first.record);
  expect(second.result.outputs).toMatchObject({ ...DONE, num_turns: '4' });
  expect(second.result.transcript[0]).toMatchObject({
    resumed_from: { session_id: first.result.outputs['session_id'] },
  });
  expect(JSON.stringify(second.result.transcript)).toContain('Two of what?');
  expect(stage.github.comments).toHaveLength(1);
  expect(stage.github.comments[0]?.body).toContain('Still two of what?');
});

/** The second job, on what the first handed over, with a `gh` that writes down what it was asked. */
function apply(stage: ExampleStage, patch: string) {
  const temp = temporaryFolder();
  mkdirSync(join(temp, 'patch'));
  mkdirSync(join(temp, 'bin'));
  copyFileSync(patch, join(temp, 'patch/changes.patch'));
  writeFileSync(join(temp, 'bin/gh'), `#!/bin/sh\nprintf '%s\\n' "$*" >> ${join(temp, 'gh')}\n`);
  chmodSync(join(temp, 'bin/gh'), 0o755);
  const folder = checkOut({}, 'workflow_dispatch', stage.github);
  execFileSync('git', ['remote', 'set-url', 'origin', `${stage.github.root}/octo/app.git`], {
    cwd: folder,
  });
  const script = readExample('two-jobs.yml').jobs['apply']?.steps.at(-1)?.run ?? '';
  const { status, stdout } = spawnSync('bash', ['-e', '-c', script], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      PATH: `${join(temp, 'bin')}:${process.env['PATH']}`,
      HOME: temp,
      PATCH_FOLDER: join(temp, 'patch'),
      BRANCH: 'unattended/42',
      TITLE: 'Mend the tests; $(touch pwned)',
      GITHUB_RUN_ID: '42',
    },
  });
  return { status, stdout, asked: status === 0 ? readFileSync(join(temp, 'gh'), 'utf8') : '' };
}

test('two-jobs: the agent has no token that may write; its patch becomes a pull request in the other job', async () => {
  const stage = await exampleStage({});
  stage.github.readOnly = true;
  const task = 'Mend the tests';
  const result = await stage.drive({
    name: 'two-jobs.yml',
    payload: { inputs: { task }, ref: 'refs/heads/main' },
    inputs: { task },
    script: 'script.yml',
  });
  expect(result.outputs).toMatchObject({ ...DONE, comment_url: '' });
  expect(stage.github.requests.filter((line) => !line.startsWith('GET '))).toEqual([]);
  expect(JSON.stringify(result.transcript)).toContain(task);

  stage.github.readOnly = false;
  const applied = apply(stage, result.outputs['patch_file'] ?? '');
  expect(applied.status).toBe(0);
  expect(applied.asked).toContain(
    'pr create --draft --head unattended/42 --title Mend the tests; $(touch pwned)',
  );
  expect(stage.github.git('show', 'unattended/42:src/sum.js')).toMatch(MENDED);
  expect(stage.github.git('diff', '--name-only', 'main', 'unattended/42')).toBe('src/sum.js');
});

test('two-jobs: a patch that touches workflows is not applied', async () => {
  const stage = await exampleStage({});
  const patch = join(temporaryFolder(), 'a.patch');
  stage.repository.write('.github/workflows/ci.yml', 'on: push\n');
  stage.repository.git('add', '-A');
  writeFileSync(patch, stage.repository.git('diff', '--cached', 'HEAD'));
  const applied = apply(stage, patch);
  expect(applied).toMatchObject({ status: 1, stdout: expect.stringContaining('not applied') });
  expect(headOf(stage.github, 'unattended/42')).toBeUndefined();
});
