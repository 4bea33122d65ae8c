import { expect, test } from 'vitest';
import { createRepository } from '../fakes/repository.ts';
import { githubJob, person } from './github-job.ts';

const OWN = `<!-- unattended:${'0a'.repeat(12)} -->`;

function comment(login: string | null, body: string, more: Readonly<Record<string, unknown>> = {}) {
  const user = login === null ? null : person(login);
  return {
    name: 'issue_comment',
    payload: {
      action: 'created',
      repository: { full_name: 'octo/app' },
      issue: { number: 3, title: 'Sum is off', body: 'By one.', user: person('mona') },
      comment: {
        id: 50,
        body,
        user,
        author_association: 'NONE',
        created_at: '2026-03-01T00:00:00Z',
      },
      sender: user,
      ...more,
    },
  };
}

test('a comment with the phrase by somebody with write access is the task', async () => {
  const event = comment('mona', '@Unattended why is that? <!-- push -->');
  const { result, prompt } = await githubJob({ event });
  expect(result.outputs).toMatchObject({ stop_reason: 'completed', conclusion: 'success' });
  expect(prompt.startsWith('why is that?\n')).toBe(true);
  expect(prompt).toContain('By one.');
  expect(prompt).not.toContain('push');
});

test.each([
  [
    'without the phrase',
    comment('mona', 'Nice.'),
    'does not hold the trigger phrase “@unattended”',
  ],
  ['with nothing but the phrase', comment('mona', '@unattended'), 'no task'],
  ['of our own', comment('mona', `${OWN}\n@unattended go`), 'is one of Unattended itself'],
  ['that was deleted', comment('mona', '@unattended go', { action: 'deleted' }), 'was deleted'],
  [
    'by a reader',
    comment('reader', '@unattended go'),
    'reader, who caused the event, has no write access',
  ],
  ['by a stranger', comment('stranger', '@unattended go'), 'has no write access'],
  ['by nobody known', comment('nobody', '@unattended go'), 'GitHub does not say that nobody'],
  ['by a deleted account', comment(null, '@unattended go'), 'ghost, who wrote the comment,'],
  ['by a bot', comment('renovate[bot]', '@unattended go'), 'put its id 29 into allowed_bots'],
])('a comment %s is skipped, neutral', async (_what, event, words) => {
  const { result, github } = await githubJob({ event });
  expect(result.exitCode).toBe(0);
  expect(result.outputs).toMatchObject({ stop_reason: 'skipped', conclusion: 'neutral' });
  expect(result.stdout).toContain(words);
  expect(result.stdout).toMatch(/^::notice/m);
  // No word of ours under what does not concern us.
  expect(github.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('a stranger can not make a job fail that lacks its key', async () => {
  const event = comment('stranger', '@unattended go');
  const { result } = await githubJob({ event, inputs: { model: 'sonnet' } });
  expect(result.outputs['stop_reason']).toBe('skipped');
  const own = comment('mona', '@unattended go');
  const { result: other } = await githubJob({ event: own, inputs: { model: 'sonnet' } });
  expect(other.outputs['stop_reason']).toBe('config_error');
});

test('our own comment starts nothing with a prompt either', async () => {
  const event = comment('mona', `Done.\n${OWN}`);
  const { result } = await githubJob({ event, inputs: { prompt: 'Look.' } });
  expect(result.outputs['stop_reason']).toBe('skipped');
});

test.each([
  ['29', 'renovate[bot]', 'completed'],
  ['renovate[bot]', 'renovate[bot]', 'completed'],
  ['renovate[bot]', 'evil-renovate[bot]', 'skipped'],
])('allowed_bots %s: %s is %s', async (allowed, login, reason) => {
  const { result } = await githubJob({
    event: comment(login, '@unattended go'),
    inputs: { allowed_bots: allowed },
  });
  expect(result.outputs['stop_reason']).toBe(reason);
});

test('allowed_bots takes no *', async () => {
  const event = comment('mona', '@unattended go');
  const { result } = await githubJob({ event, inputs: { allowed_bots: '*' } });
  expect(result.outputs['stop_reason']).toBe('config_error');
  expect(result.stdout).toContain('never *');
});

test('whoever starts it again is asked about too', async () => {
  const { result } = await githubJob({
    event: comment('mona', '@unattended go'),
    variables: { GITHUB_TRIGGERING_ACTOR: 'reader' },
  });
  expect(result.stdout).toContain('reader, who started this run,');
});

const EDIT = `version: 1
turns:
  - calls: [{ tool: Read, input: { file_path: a.txt } }]
  - calls: [{ tool: Edit, input: { file_path: a.txt, old_string: one, new_string: two } }]
  - text: Done.
`;

function pull(login: string, fork: boolean, sha: string) {
  return {
    name: 'pull_request',
    payload: {
      action: 'opened',
      repository: { full_name: 'octo/app' },
      pull_request: {
        number: 7,
        title: 'Sum',
        body: 'x',
        user: person(login),
        author_association: 'NONE',
        base: { ref: 'main', sha, repo: { full_name: 'octo/app' } },
        head: {
          ref: 'x',
          sha,
          repo: fork ? { full_name: `${login}/app` } : { full_name: 'octo/app' },
        },
      },
      sender: person(login),
    },
  };
}

test.each([
  ['a fork', 'stranger', true, 'one\n'],
  ['a fork of an insider', 'mona', true, 'one\n'],
  ['the repository', 'mona', false, 'two\n'],
])('a pull request from %s', async (_from, login, fork, content) => {
  const repository = createRepository({ 'script.yml': EDIT, 'a.txt': 'one\n' });
  const sha = repository.git('rev-parse', 'HEAD').trim();
  const { result, github } = await githubJob({
    repository,
    event: pull(login, fork, sha),
    inputs: { prompt: 'Mend it.', policy: 'pr-fix' },
  });
  expect(repository.git('diff', '--stat') === '').toBe(content === 'one\n');
  const shown = github.comments.map(({ body }) => body).join('\n');
  expect(shown.includes('The run is untrusted: the pull request comes from a fork')).toBe(fork);
  expect(result.transcript[0]).toMatchObject({
    unattended: { trust: fork ? 'untrusted' : 'trusted' },
  });
});

test('a pull request in the repository by somebody without write access is skipped', async () => {
  const repository = createRepository({ 'script.yml': EDIT });
  const sha = repository.git('rev-parse', 'HEAD').trim();
  const { result } = await githubJob({
    repository,
    event: pull('reader', false, sha),
    inputs: { prompt: 'Mend it.' },
  });
  expect(result.outputs['stop_reason']).toBe('skipped');
});

const push = {
  name: 'push',
  payload: {
    ref: 'refs/heads/main',
    repository: { full_name: 'octo/app' },
    sender: person('mona'),
  },
};
test.each([
  ['trigger_phrase', push, { prompt: 'Look.', trigger_phrase: '/go' }, true],
  ['trigger_phrase', push, { prompt: 'Look.', trigger_phrase: '@unattended' }, false],
  ['trigger_phrase', comment('mona', 'x'), { prompt: 'Look.', trigger_phrase: '/go' }, true],
  ['trigger_phrase', comment('mona', '/go look'), { trigger_phrase: '/go' }, false],
  ['allowed_actors', push, { prompt: 'Look.', allowed_actors: 'reader' }, true],
  ['allowed_actors', comment('mona', 'x'), { prompt: 'Look.', allowed_actors: 'reader' }, false],
  ['allowed_bots', push, { prompt: 'Look.', allowed_bots: '29' }, true],
  ['allowed_bots', comment('mona', 'x'), { prompt: 'Look.', allowed_bots: '29' }, false],
])('%s on %j with %j: told to have no effect, once: %s', async (name, event, inputs, isTold) => {
  const { result, github } = await githubJob({ event, inputs });
  expect(result.outputs['stop_reason']).toBe('completed');
  const told = result.stdout.split('\n').filter((line) => line.includes(`${name} has no effect`));
  expect(told).toHaveLength(isTold ? 1 : 0);
  expect(github.comments.map(({ body }) => body).join('\n')).not.toContain('has no effect');
});
