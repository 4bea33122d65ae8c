import { expect, test } from 'vitest';
import type { GithubWorld } from '../fakes/github/world.ts';
import { createRepository } from '../fakes/repository.ts';
import { githubJob, person, SCRIPT } from './github-job.ts';

const at = (second: number) => `2026-03-01T00:00:0${second}Z`;
/** The comment is written in the fifth second. */
const COMMENTED = at(5);

/** A pull request by `login`, its head checked out, and a later commit that is on no branch yet. */
function scene(login: 'mona' | 'stranger', pushed: number) {
  const repository = createRepository({ 'script.yml': SCRIPT });
  const base = repository.git('rev-parse', 'HEAD').trim();
  repository.write('a.txt', 'seen\n');
  const head = repository.commit('seen');
  repository.write('a.txt', 'unseen\n');
  const later = repository.commit('unseen');
  const merge = (message: string) =>
    repository.git('commit-tree', `${head}^{tree}`, '-p', base, '-p', head, '-m', message).trim();
  const merged = merge('by GitHub');
  repository.git('checkout', '--quiet', base);
  repository.write('b.txt', 'newer\n');
  const newer = repository.commit('on the base');
  repository.git('checkout', '--quiet', head);
  const repo = { full_name: login === 'mona' ? 'octo/app' : 'stranger/app', pushed_at: at(pushed) };
  const pull = {
    number: 7,
    title: 'Sum',
    body: 'x',
    user: person(login),
    author_association: login === 'mona' ? 'MEMBER' : 'NONE',
    updated_at: at(1),
    merge_commit_sha: merged,
    base: { ref: 'main', sha: base, repo: { full_name: 'octo/app' } },
    head: { ref: 'x', sha: head, repo },
  };
  return { repository, base, head, later, newer, merged, forged: merge('by another'), pull };
}

function comment(pull: ReturnType<typeof scene>['pull']) {
  const user = person('mona');
  const { number, title, body } = pull;
  return {
    name: 'issue_comment',
    payload: {
      action: 'created',
      repository: { full_name: 'octo/app' },
      issue: { number, title, body, user: pull.user, pull_request: { url: 'x' } },
      comment: { id: 50, body: '@unattended look', user, created_at: COMMENTED },
      sender: user,
    },
  };
}

const push = (second: number, before: string, after: string) => ({
  before,
  after,
  ref: 'refs/heads/x',
  timestamp: at(second),
  activity_type: 'push',
});
const refused = { path: /activity/, status: 403, message: 'no', times: 9 };

type Shas = Pick<
  ReturnType<typeof scene>,
  'base' | 'head' | 'later' | 'newer' | 'merged' | 'forged'
>;
test.each<
  [
    what: string,
    login: 'mona' | 'stranger',
    pushed: number,
    world: (shas: Shas) => GithubWorld,
    said: RegExp | undefined,
    stop: string,
  ]
>([
  ['before the comment', 'mona', 4, () => ({}), undefined, 'completed'],
  ['before the comment, to a fork', 'stranger', 4, () => ({}), undefined, 'completed'],
  [
    'after the comment',
    'mona',
    6,
    ({ base, head }) => ({ activity: [push(6, base, head)] }),
    /pushed to after the comment.*head was [0-9a-f]{7} then, and is [0-9a-f]{7} now/,
    'completed',
  ],
  [
    'after the comment, to another branch',
    'mona',
    6,
    ({ base, head }) => ({ activity: [push(3, base, head)] }),
    undefined,
    'completed',
  ],
  [
    'after the comment, and GitHub does not say where',
    'mona',
    6,
    () => ({ refusals: [{ ...refused }] }),
    /not known whether #7 was pushed to/,
    'completed',
  ],
  [
    'after the comment, and the list lags behind',
    'mona',
    6,
    ({ base, later }) => ({ activity: [push(3, base, later)] }),
    /not known whether #7 was pushed to/,
    'completed',
  ],
  [
    'in the same second, to a fork',
    'stranger',
    5,
    ({ base, head }) => ({ activity: [push(5, base, head)] }),
    /pushed to after the comment.*lies in a fork.*ask again/,
    'skipped',
  ],
  [
    'after the comment to a fork, and taken back',
    'stranger',
    7,
    ({ head, later }) => ({ activity: [push(7, later, head), push(6, head, later)] }),
    /pushed to after the comment.*lies in a fork/,
    'skipped',
  ],
  [
    'after the comment to a fork, and the list has it not yet',
    'stranger',
    6,
    ({ base, head }) => ({ activity: [push(3, base, head)] }),
    /not known whether #7 was pushed to.*lies in a fork/,
    'skipped',
  ],
])('a pull request that was pushed to %s', async (_what, login, pushed, world, said, stop) => {
  const { repository, pull, ...shas } = scene(login, pushed);
  const { result, github } = await githubJob({
    repository,
    event: comment(pull),
    world: { pulls: { 7: pull }, ...world(shas) },
    variables: { GITHUB_SHA: shas.base },
  });
  expect(result.outputs['stop_reason']).toBe(stop);
  const shown = github.comments.map(({ body }) => body).join('\n');
  expect(/pushed to/.test(`${result.stdout}${shown}`)).toBe(said !== undefined);
  if (said) expect(stop === 'skipped' ? result.stdout : shown).toMatch(said);
  if (stop === 'skipped') expect(github.comments).toEqual([]);
});

test.each<
  [
    what: string,
    login: 'mona' | 'stranger',
    checkout: (shas: Shas) => string,
    comparison: GithubWorld['comparison'],
    said: boolean,
    stop: string,
  ]
>([
  ['the event’s own commit', 'stranger', ({ base }) => base, 'ahead', false, 'completed'],
  ['the head', 'stranger', ({ head }) => head, 'ahead', false, 'completed'],
  ['GitHub’s merge of it', 'stranger', ({ merged }) => merged, 'ahead', false, 'completed'],
  ['another merge of it', 'stranger', ({ forged }) => forged, 'ahead', true, 'skipped'],
  ['what the base has by now', 'stranger', ({ newer }) => newer, 'behind', false, 'completed'],
  ['what nobody saw', 'stranger', ({ later }) => later, 'ahead', true, 'skipped'],
  [
    'what nobody saw and GitHub does not know',
    'stranger',
    (it) => it.later,
    undefined,
    true,
    'skipped',
  ],
  [
    'what was pushed by someone who may',
    'mona',
    ({ later }) => later,
    'diverged',
    true,
    'completed',
  ],
])(
  'on pull_request_target, a checkout of %s',
  async (_what, login, checkout, comparison, said, stop) => {
    const { repository, pull, ...shas } = scene(login, 1);
    repository.git('checkout', '--quiet', checkout(shas));
    const { result, github } = await githubJob({
      repository,
      inputs: { prompt: 'Look.' },
      event: {
        name: 'pull_request_target',
        payload: {
          action: 'labeled',
          repository: { full_name: 'octo/app' },
          pull_request: pull,
          sender: person('mona'),
        },
      },
      world: { pulls: { 7: pull }, ...(comparison && { comparison }) },
      variables: { GITHUB_SHA: shas.base },
    });
    expect(result.outputs['stop_reason']).toBe(stop);
    const shown = github.comments.map(({ body }) => body).join('\n');
    expect(/is neither the head/.test(`${result.stdout}${shown}`)).toBe(said);
  },
);
