import { expect, onTestFinished, test } from 'vitest';
import { githubClient } from '../../../src/github/client/github-client.ts';
import { isForbidden, isNotFound } from '../../../src/github/client/github-error.ts';
import { createHttpFetch } from '../../../src/model/http-fetch.ts';
import type { FakeRefusal, GithubWorld } from '../../fakes/github/world.ts';
import { JOB_TOKEN, startFakeGithub } from '../../fakes/github-api.ts';

const PULL = { 7: { number: 7, title: 'Fix' } };

async function start(world: GithubWorld, token = JOB_TOKEN) {
  const github = await startFakeGithub([], { pulls: PULL, ...world });
  onTestFinished(() => github.close());
  const waits: number[] = [];
  const client = githubClient({
    apiUrl: github.url,
    token,
    fetch: createHttpFetch({ environment: {}, stallMs: 5_000 }),
    wait: async (ms) => waits.push(ms),
    now: () => 1_000_000,
    random: () => 0,
  });
  return { github, client, waits };
}

const refusal = (given: Partial<FakeRefusal>): FakeRefusal => ({
  path: /pulls/,
  status: 403,
  message: 'no',
  times: 1,
  ...given,
});

test.each<[string, Partial<FakeRefusal>, number[]]>([
  ['a time to wait', { status: 429, headers: { 'retry-after': '7' } }, [7_000]],
  [
    'a limit with its end',
    { headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1010' } },
    [10_000],
  ],
  [
    'a secondary limit without a time',
    { message: 'You have exceeded a secondary rate limit.' },
    [60_000],
  ],
  ['a fault of theirs, twice', { status: 502, times: 2 }, [500, 1_000]],
])('%s is waited for', async (_what, given, expected) => {
  const { client, waits } = await start({ refusals: [refusal(given)] });
  expect(await client.json('/repos/o/r/pulls/7')).toEqual(PULL[7]);
  expect(waits).toEqual(expected);
});

test.each<[string, Partial<FakeRefusal>]>([
  ['a right that the token lacks', { message: 'Resource not accessible by integration' }],
  ['a limit that ends too late', { status: 429, headers: { 'retry-after': '3600' } }],
])('%s is not', async (_what, given) => {
  const { client, waits } = await start({ refusals: [refusal(given)] });
  await expect(client.json('/repos/o/r/pulls/7')).rejects.toThrow(/GitHub answered 4(03|29): /);
  expect(waits).toEqual([]);
});

test('what may not be seen, is not there, or does not answer is told apart', async () => {
  const { client } = await start({}, 'ghs_wrong');
  expect(isForbidden(await client.json('/repos/o/r/pulls/7').catch((error) => error))).toBe(true);
  const other = await start({});
  expect(isNotFound(await other.client.json('/repos/o/r/pulls/8').catch((error) => error))).toBe(
    true,
  );
  await other.github.close();
  await expect(other.client.json('/repos/o/r/pulls/7')).rejects.toThrow("GitHub can't be reached");
  expect(other.waits).toEqual([500, 1_000]);
});

test('lists come whole, page by page', async () => {
  const jobs = Array.from({ length: 250 }, (_, index) => ({ id: index + 1 }));
  const { client, github } = await start({ jobs: { 5: jobs } });
  const all: unknown[] = [];
  for await (const page of client.pages('/repos/o/r/actions/runs/5/jobs?filter=latest', 'jobs')) {
    all.push(...page);
  }
  expect(all).toEqual(jobs);
  expect(github.requests).toHaveLength(3);
});

test('a log is fetched from where it lies, without the token', async () => {
  const { client } = await start({ logs: { 9: 'it broke\n' } });
  expect(await client.text('/repos/o/r/actions/jobs/9/logs')).toBe('it broke\n');
});

test('an Enterprise Server has its API below a path', async () => {
  const { github } = await start({});
  const fetch = createHttpFetch({ environment: {}, stallMs: 5_000 });
  const apiUrl = `${github.url}/api/v3/`;
  const client = githubClient({ apiUrl, token: JOB_TOKEN, fetch });
  expect(await client.json('/repos/o/r/pulls/7')).toEqual(PULL[7]);
  expect(github.requests.at(-1)?.path).toBe('/api/v3/repos/o/r/pulls/7');
});

test('a repository that moved is followed, with the token to the same host alone', async () => {
  const { client, github } = await start({ moved: { from: 'old/name', to: 'o/r' } });
  expect(await client.json('/repos/old/name/pulls/7')).toEqual(PULL[7]);
  expect(github.requests.map(({ path }) => path)).toEqual([
    '/repos/old/name/pulls/7',
    '/repos/o/r/pulls/7',
  ]);
});
