import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deliveryStage } from '../fakes/delivery-run.ts';
import { headOf } from '../fakes/delivery-state.ts';
import { JOB_TOKEN } from '../fakes/github-api.ts';

type Killed = [what: string, program: string, deliver: string, when: RegExp, known: RegExp];
test.each<Killed>([
  [
    'the commit was made',
    'echo x > a.txt',
    'commit',
    /GET .*git\/commits/,
    /the commit [0-9a-f]{40} was put on the branch topic/,
  ],
  [
    'the commit was pushed',
    'chmod +x run.sh',
    'commit',
    /GET .*git\/commits/,
    /the commit [0-9a-f]{40} was put on the branch topic/,
  ],
  [
    'the branch was made',
    'echo x > a.txt',
    'pull-request',
    /POST .*git\/refs|POST \/graphql/,
    /the branch unattended\/ci-fix-7 was made/,
  ],
  [
    'the pull request is opened',
    'echo x > a.txt',
    'pull-request',
    /POST .*\/pulls/,
    /on the branch unattended\/ci-fix-7, a pull request of it was opened, or was about to be/,
  ],
])(
  'a run that is killed when %s says what is known',
  async (_what, program, deliver, when, known) => {
    const stage = await deliveryStage();
    let pid = 0;
    const happens = () => process.kill(pid, 'SIGKILL');
    // The context asks GraphQL too: what comes behind the branch counts.
    const then = () => {
      stage.github.meanwhile = { when: /POST \/graphql/, happens };
    };
    const isBranch = when.source.includes('refs');
    stage.github.meanwhile = isBranch
      ? { when: /POST .*git\/refs/, happens: then }
      : { when, happens };
    const result = await stage.run(program, { deliver }, undefined, (child) => {
      pid ||= child.pid;
    });
    await result.post();
    const [comment] = stage.github.comments;
    expect(comment?.body).toContain('It is not known whether anything was delivered');
    expect(comment?.body).toMatch(known);
    expect(comment?.body).toContain('changes.patch');
    expect(comment?.body).not.toContain('Nothing was delivered');
  },
);

test('a commit that can not be looked at is not told as nothing', async () => {
  const stage = await deliveryStage();
  stage.github.failures.push({ when: /GET .*git\/commits/, answer: [403, { message: 'no' }] });
  const result = await stage.run('echo x > a.txt', { deliver: 'commit' });
  const commit = headOf(stage.github, 'topic');
  expect(result.outputs).toMatchObject({
    stop_reason: 'delivery_failed',
    branch_name: 'topic',
    commit_sha: commit,
    patch_file: expect.stringContaining('changes.patch'),
  });
  const [comment] = stage.github.comments;
  expect(comment?.body).toContain('The delivery did not come to its end.');
  expect(comment?.body).toContain(`The commit ${commit} was put on`);
  expect(comment?.body).not.toContain('Nothing was delivered');
});

test('of one that was made, the commit is told also where no patch can be kept', async () => {
  const stage = await deliveryStage();
  stage.github.failures.push({ when: /GET .*git\/commits/, answer: [403, { message: 'no' }] });
  const happens = () => rmSync(join(stage.repository.root, '.git/objects'), { recursive: true });
  stage.github.meanwhile = { when: /GET .*git\/commits/, happens };
  const result = await stage.run('echo x > a.txt', { deliver: 'commit' });
  const commit = headOf(stage.github, 'topic');
  expect(result.outputs).toMatchObject({
    branch_name: 'topic',
    commit_sha: commit,
    patch_file: '',
  });
  const [comment] = stage.github.comments;
  expect(comment?.body).toContain('The delivery did not come to its end.');
  expect(comment?.body).not.toContain('Nothing was delivered');
});

test('a secret that was never committed is in no patch, whatever the objects say was', async () => {
  const stage = await deliveryStage();
  stage.repository.write('left.txt', `${JOB_TOKEN}\n`);
  // The commit's own files are made to hold what an earlier step left there.
  const program = `
rm -f left.patch
git add left.txt; with=$(git write-tree); git reset -q
from=.git/objects/$(echo $with | cut -c1-2)/$(echo $with | cut -c3-)
tree=$(git rev-parse 'HEAD^{tree}')
to=.git/objects/$(echo $tree | cut -c1-2)/$(echo $tree | cut -c3-)
chmod u+w $to; cp $from $to
rm left.txt; echo mended > a.txt`;
  const result = await stage.run(program, { deliver: 'commit' });
  expect(result.outputs).toMatchObject({ stop_reason: 'delivery_failed', commit_sha: '' });
  const patch = readFileSync(result.outputs['patch_file'] ?? '', 'utf8');
  expect(patch).toContain('mended');
  expect(patch).not.toContain('left.txt');
  expect(patch).not.toContain(JOB_TOKEN);
});
