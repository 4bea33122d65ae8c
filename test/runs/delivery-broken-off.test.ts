import { expect, test } from 'vitest';
import { deliveryStage } from '../fakes/delivery-run.ts';
import { headOf } from '../fakes/delivery-state.ts';

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
  expect(result.outputs).toMatchObject({ stop_reason: 'delivery_failed' });
  const [comment] = stage.github.comments;
  expect(comment?.body).toContain('The delivery did not come to its end.');
  expect(comment?.body).toContain(`The commit ${headOf(stage.github, 'topic')} was put on`);
  expect(comment?.body).not.toContain('Nothing was delivered');
});
