import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deliveryStage } from '../fakes/delivery-run.ts';
import { headOf } from '../fakes/delivery-state.ts';
import { temporaryFolder } from '../fakes/repository.ts';

const SECRET = 'correct-horse-battery-staple';

test('deliver: patch gives a file that git apply takes on a clean checkout', async () => {
  const stage = await deliveryStage({
    'old name.txt': 'one\ntwo\nthree\nfour\n',
    'gone.txt': 'x\n',
  });
  const result = await stage.run(
    [
      'git mv "old name.txt" "new \\"name\\" ä.txt"',
      'chmod +x run.sh',
      'rm gone.txt',
      ': > empty',
      "printf 'a\\r\\nb\\r\\n' > crlf.txt",
      "printf '\\000\\377' > image.bin",
    ].join('\n'),
    { deliver: 'patch' },
  );
  expect(result.outputs).toMatchObject({ stop_reason: 'completed', conclusion: 'success' });
  const patch = result.outputs['patch_file'] ?? '';
  const clone = temporaryFolder();
  const git = (...args: string[]) => execFileSync('git', args, { cwd: clone, encoding: 'utf8' });
  git('clone', '--quiet', '--branch', 'topic', `${stage.github.root}/octo/app.git`, '.');
  git('apply', '--index', patch);
  expect(git('status', '--porcelain', '-z').split('\0').filter(Boolean)).toEqual([
    'A  crlf.txt',
    'A  empty',
    'D  gone.txt',
    'A  image.bin',
    'R  new "name" ä.txt',
    'old name.txt',
    'M  run.sh',
  ]);
  expect(readFileSync(`${clone}/crlf.txt`, 'utf8')).toBe('a\r\nb\r\n');
  expect(result.summary).toContain('`git apply`');
  expect(headOf(stage.github, 'topic')).toBe(stage.repository.git('rev-parse', 'topic').trim());
});

test('deliver: commit puts one signed commit onto the branch', async () => {
  const stage = await deliveryStage();
  const before = headOf(stage.github, 'topic');
  const result = await stage.run('echo mended > a.txt; echo new > b.txt', {
    deliver: 'commit',
    commit_message: 'fix: mend it\n\nBecause.',
  });
  const { git } = stage.github;
  const commit = headOf(stage.github, 'topic');
  expect(result.outputs).toMatchObject({
    conclusion: 'success',
    branch_name: 'topic',
    commit_sha: commit,
    patch_file: '',
  });
  expect(git('rev-parse', 'topic^')).toBe(before);
  expect(git('show', '-s', '--format=%B|%cn', 'topic')).toBe('fix: mend it\n\nBecause.\n|GitHub');
  expect(git('diff', '--name-only', 'topic^', 'topic')).toBe('a.txt\nb.txt');
  expect(stage.github.comments[0]?.body).toContain(
    `**Delivered:** commit [\`${commit?.slice(0, 7)}\``,
  );
});

test('and pushes what the API can’t, saying so', async () => {
  const stage = await deliveryStage();
  const result = await stage.run('chmod +x run.sh', { deliver: 'commit' });
  expect(result.outputs['commit_sha']).toBe(headOf(stage.github, 'topic'));
  expect(stage.github.git('ls-tree', 'topic', 'run.sh')).toContain('100755');
  expect(result.stdout).toContain('pushed with git and not signed');
});

test('deliver: pull-request opens one, and the next run updates it', async () => {
  const stage = await deliveryStage();
  stage.repository.git('switch', '--quiet', 'main');
  const inputs = { deliver: 'pull-request', pr_labels: 'bot\nnightly', pr_draft: 'true' };
  const first = await stage.run('echo mended > a.txt', inputs, 'none');
  expect(first.outputs).toMatchObject({
    conclusion: 'success',
    branch_name: 'unattended/ci-fix',
    pr_number: '11',
    pr_url: 'https://github.example/octo/app/pull/11',
    commit_sha: headOf(stage.github, 'unattended/ci-fix'),
  });
  const pull = stage.github.pulls.find(({ number }) => number === 11);
  expect(pull).toMatchObject({
    title: 'Mend it.',
    draft: true,
    labels: ['bot', 'nightly'],
    base: 'main',
  });
  expect(pull?.body).toContain('Mended');
  expect(pull?.body).not.toMatch(/@everyone|Fixes #1/);
  stage.repository.git('checkout', '--quiet', '--', '.');
  const second = await stage.run('echo mended > a.txt; echo more > b.txt', inputs, 'none');
  expect(second.outputs).toMatchObject({ pr_number: '11', branch_name: 'unattended/ci-fix' });
  expect(stage.github.git('show', 'unattended/ci-fix:b.txt')).toBe('more');
  expect(stage.github.pulls).toHaveLength(2);
});

test('nothing changed is no_changes', async () => {
  const stage = await deliveryStage();
  for (const deliver of ['patch', 'commit', 'pull-request']) {
    const result = await stage.run('cat a.txt', { deliver });
    expect(result.outputs).toMatchObject({
      stop_reason: 'no_changes',
      conclusion: 'success',
      patch_file: '',
    });
  }
  const failing = await stage.run('true', { deliver: 'patch', fail_on: 'no_changes' });
  expect(failing.exitCode).toBe(1);
});

test('denied calls and nothing delivered is denied', async () => {
  const stage = await deliveryStage();
  const result = await stage.run('true', { deliver: 'patch', disallowed_tools: 'Bash(sh *)' });
  expect(result.outputs).toMatchObject({ stop_reason: 'denied', conclusion: 'failure' });
});

type Refused = [what: string, program: string, delivery: string, reason: string];
const refused: Refused[] = [
  ['a protected file', 'echo x > a.txt', '{ protected_files: [a.txt] }', 'protected by the policy'],
  ['too many files', 'touch 1 2 3', '{ max_files: 2 }', '3 files changed'],
  [
    'too large a patch',
    'head -c 9000 /dev/urandom > x.bin',
    '{ max_patch_kb: 1 }',
    'delivery.max_patch_kb',
  ],
  [
    'a workflow',
    'mkdir -p .github/workflows; echo x > .github/workflows/x.yml',
    '{}',
    'steers what runs later',
  ],
  [
    'an embedded repository',
    'mkdir x; cd x; git init -q; git -c user.name=x -c user.email=x commit -q --allow-empty -m x',
    '{}',
    'a repository of its own',
  ],
];
test.each(refused)(
  '%s is not delivered, and the work is kept',
  async (_what, program, delivery, reason) => {
    const stage = await deliveryStage({}, delivery);
    const before = headOf(stage.github, 'topic');
    const result = await stage.run(program, { deliver: 'commit' });
    expect(result.exitCode).toBe(1);
    expect(result.outputs).toMatchObject({ stop_reason: 'delivery_failed', commit_sha: '' });
    expect(existsSync(result.outputs['patch_file'] ?? '')).toBe(true);
    const body = stage.github.comments[0]?.body;
    expect(body).toContain(reason);
    expect(body).toContain('changes.patch');
    expect(headOf(stage.github, 'topic')).toBe(before);
  },
);

test('a secret is in no commit, no patch and no report', async () => {
  const stage = await deliveryStage();
  const before = headOf(stage.github, 'topic');
  // The agent puts it together, as one that was talked into it would.
  const program = `echo fine > a.txt; printf '%s-%s\\n' correct-horse battery-staple > key.txt`;
  const result = await stage.run(program, { deliver: 'commit', anthropic_api_key: SECRET });
  expect(result.outputs['stop_reason']).toBe('delivery_failed');
  expect(headOf(stage.github, 'topic')).toBe(before);
  const patch = readFileSync(result.outputs['patch_file'] ?? '', 'utf8');
  expect(patch).toContain('+fine');
  for (const text of [
    patch,
    result.stdout,
    result.summary,
    JSON.stringify(stage.github.comments),
  ]) {
    expect(text).not.toContain(SECRET);
  }
  expect(stage.github.comments[0]?.body).toContain(
    'Left out of it, because they may hold a secret: `key.txt`',
  );
});

test('a run that is stopped early keeps its work', async () => {
  const stage = await deliveryStage();
  const result = await stage.run('echo half > a.txt', { deliver: 'commit', max_turns: '1' });
  expect(result.outputs['stop_reason']).toBe('max_turns');
  expect(readFileSync(result.outputs['patch_file'] ?? '', 'utf8')).toContain('+half');
  expect(headOf(stage.github, 'topic')).toBe(stage.repository.git('rev-parse', 'topic').trim());
  expect(stage.github.comments[0]?.body).toContain('Nothing was delivered.');
});

test('a killed run delivers nothing, and its post step keeps the work', async () => {
  const stage = await deliveryStage();
  const begun = join(stage.repository.root, 'begun');
  let pid: number | undefined;
  const timer = setInterval(() => {
    // The comment is made beside the run; it has to be there before the kill to be finished after it.
    if (pid === undefined || !existsSync(begun) || stage.github.comments.length === 0) return;
    clearInterval(timer);
    process.kill(pid, 'SIGKILL');
  }, 20);
  const program = `echo half > a.txt; printf '%s-%s\\n' correct-horse battery-staple > key; touch begun; sleep 600`;
  const inputs = { deliver: 'commit', anthropic_api_key: SECRET };
  const result = await stage.run(program, inputs, undefined, (child) => {
    pid ??= child.pid;
  });
  const after = await result.post();
  const [comment] = stage.github.comments;
  expect(comment?.body).toContain('Nothing was delivered.');
  const path = /`([^`]*changes\.patch)`/.exec(comment?.body ?? '')?.[1] ?? '';
  expect(readFileSync(path, 'utf8')).toContain('+half');
  for (const text of [readFileSync(path, 'utf8'), after.stdout, after.summary, comment?.body]) {
    expect(text).not.toContain(SECRET);
  }
  expect(headOf(stage.github, 'topic')).toBe(stage.repository.git('rev-parse', 'topic').trim());
});

test('a token that may not write says what it lacks, and the work is kept', async () => {
  const stage = await deliveryStage();
  stage.github.readOnly = true;
  const result = await stage.run('echo x > a.txt', { deliver: 'commit' });
  expect(result.outputs['stop_reason']).toBe('delivery_failed');
  expect(result.stdout).toContain('contents: write');
  expect(existsSync(result.outputs['patch_file'] ?? '')).toBe(true);
});

test('the token is in no file of the run or the checkout', async () => {
  const stage = await deliveryStage();
  const result = await stage.run('chmod +x run.sh', { deliver: 'commit' });
  const found = (folder: string) =>
    execFileSync(
      'sh',
      ['-c', 'grep -rlE "ghs_FAKE|eC1hY2Nlc3MtdG9rZW4" "$1" || true', 'sh', folder],
      { encoding: 'utf8' },
    );
  expect(found(result.temp) + found(stage.repository.root)).toBe('');
});

test('on a comment the pull request is asked for its head, and its checkout is needed', async () => {
  const stage = await deliveryStage();
  const before = headOf(stage.github, 'topic');
  const done = await stage.run('echo mended > a.txt', { deliver: 'commit' }, 'comment');
  expect(done.outputs).toMatchObject({ conclusion: 'success', branch_name: 'topic' });
  expect(stage.github.git('rev-parse', 'topic^')).toBe(before);
  stage.repository.git('checkout', '--quiet', '--', '.');
  stage.repository.git('switch', '--quiet', 'main');
  const refused = await stage.run('echo again > a.txt', { deliver: 'commit' }, 'comment');
  expect(refused.outputs['stop_reason']).toBe('config_error');
  expect(refused.stdout).toContain('is not the pull request’s head');
});

test.each<[inputs: Record<string, string>, event: 'none' | undefined, message: string]>([
  [{ deliver: 'commit' }, 'none', 'the event “schedule” is about none. Use “pull-request”'],
  [{ deliver: 'commit', github_token: '' }, undefined, 'needs input github_token'],
  [{ deliver: 'patch', pr_title: 'x' }, undefined, 'pr_title has no effect'],
  [{ deliver: 'patch', dry_run: 'true' }, undefined, 'dry_run changes nothing'],
])('%j can’t work, and is said at the start', async (inputs, event, message) => {
  const stage = await deliveryStage();
  const result = await stage.run('true', inputs, event);
  expect(result.outputs['stop_reason']).toBe('config_error');
  expect(result.stdout).toContain(message);
});
