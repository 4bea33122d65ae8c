import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { commentApi } from '../../src/github/comment-api.ts';
import { commentMarker } from '../../src/github/comment-marker.ts';
import { StickyComment } from '../../src/github/sticky-comment.ts';
import { createHttpFetch } from '../../src/model/http-fetch.ts';
import type { FakeRefusal } from '../fakes/github/world.ts';
import { JOB_TOKEN, PERSONAL_TOKEN, startFakeGithub } from '../fakes/github-api.ts';

const MARKER = commentMarker({ workflow: 'ci', job: 'fix', key: '' });

async function github(
  existing: Parameters<typeof startFakeGithub>[0] = [],
  refusals: FakeRefusal[] = [],
) {
  const fake = await startFakeGithub(existing, { refusals });
  onTestFinished(() => fake.close());
  return fake;
}

function sticky(
  url: string,
  options: { token?: string; fresh?: boolean; now?: () => number } = {},
) {
  const failures: string[] = [];
  const comment = new StickyComment(
    {
      api: commentApi({
        repository: 'o/r',
        issue: 7,
        token: options.token ?? JOB_TOKEN,
        apiUrl: url,
        fetch: createHttpFetch({ environment: {}, stallMs: 20_000 }),
      }),
      marker: MARKER,
      fresh: options.fresh ?? false,
      onFailure: (message) => failures.push(message),
      now: options.now ?? Date.now,
    },
    `${MARKER}\nstarted`,
  );
  return { comment, failures };
}

const strangers = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ body: `hello ${index}` }));
const bot = { login: 'github-actions[bot]', type: 'Bot' };

test('makes one comment and brings it to its final state', async () => {
  const fake = await github(strangers(3));
  const { comment, failures } = sticky(fake.url);
  comment.update(`${MARKER}\nworking`);
  await comment.finish(`${MARKER}\ndone`);
  expect(fake.comments.filter(({ body }) => body.includes(MARKER)).map(({ body }) => body)).toEqual(
    [`${MARKER}\ndone`],
  );
  expect(comment.url).toBe('https://github.example/c/4');
  expect(failures).toEqual([]);
});

test('finds the comment of an earlier run on a later page', async () => {
  const fake = await github([
    ...strangers(250),
    { body: `${MARKER}\nold`, user: bot },
    ...strangers(20),
  ]);
  await sticky(fake.url).comment.finish(`${MARKER}\nnew`);
  expect(fake.comments).toHaveLength(271);
  expect(fake.comments[250]?.body).toBe(`${MARKER}\nnew`);
});

test('does not fall for the marker in a comment by somebody else', async () => {
  const forged = { body: `${MARKER}\nforged`, user: { login: 'stranger', type: 'User' } };
  for (const token of [JOB_TOKEN, PERSONAL_TOKEN]) {
    const fake = await github([forged, { body: `${MARKER}`, user: null }]);
    await sticky(fake.url, { token }).comment.finish(`${MARKER}\nmine`);
    expect(fake.comments.map(({ body }) => body)).toEqual([forged.body, MARKER, `${MARKER}\nmine`]);
  }
});

test('a token of a person finds that person’s comment, not a bot’s', async () => {
  const fake = await github([
    { body: `${MARKER}\nbot`, user: bot },
    { body: `${MARKER}\nmona`, user: { login: 'mona', type: 'User' } },
  ]);
  await sticky(fake.url, { token: PERSONAL_TOKEN }).comment.finish(`${MARKER}\nnew`);
  expect(fake.comments.map(({ body }) => body)).toEqual([`${MARKER}\nbot`, `${MARKER}\nnew`]);
});

test('comment: new leaves the earlier one alone', async () => {
  const fake = await github([{ body: `${MARKER}\nold`, user: bot }]);
  await sticky(fake.url, { fresh: true }).comment.finish(`${MARKER}\nnew`);
  expect(fake.comments.map(({ body }) => body)).toEqual([`${MARKER}\nold`, `${MARKER}\nnew`]);
});

test('a comment deleted while the run works is made anew', async () => {
  const fake = await github();
  const { comment } = sticky(fake.url);
  await comment.finish(`${MARKER}\nfirst`);
  fake.comments.length = 0;
  await comment.finish(`${MARKER}\nsecond`);
  expect(fake.comments.map(({ body }) => body)).toEqual([`${MARKER}\nsecond`]);
});

test('a comment that was made though its answer got lost is found again, and not made twice', async () => {
  const lost = { path: /comments$/u, method: 'POST', without: 'after', times: 1 } as const;
  const fake = await github(strangers(1), [{ ...lost, status: 0, message: '' }]);
  const { comment, failures } = sticky(fake.url);
  await comment.finish(`${MARKER}\ndone`);
  expect(fake.comments.map(({ body }) => body)).toEqual(['hello 0', `${MARKER}\ndone`]);
  expect(failures).toHaveLength(1);
});

test('a read-only token is one warning with the remedy, never an error', async () => {
  const fake = await github();
  fake.readOnly = true;
  const { comment, failures } = sticky(fake.url);
  await comment.finish(`${MARKER}\ndone`);
  expect(failures).toHaveLength(1);
  expect(failures[0]).toContain('pull-requests: write');
  expect(comment.url).toBeUndefined();
});

test('where nobody answers it is asked once, not again for each step and each time', async () => {
  const server = createServer((socket) => socket.destroy());
  let asked = 0;
  server.on('connection', () => (asked += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { comment, failures } = sticky(`http://127.0.0.1:${port}`);
  await comment.finish(`${MARKER}\nstarted`);
  expect(failures).toHaveLength(1);
  expect(failures[0]).not.toContain('permissions');
  // The tries of one question.
  expect(asked).toBeLessThanOrEqual(3);
});

test('many updates in five seconds are one edit, the last', async () => {
  const fake = await github();
  const { comment } = sticky(fake.url, { now: () => 0 });
  for (let i = 0; i < 500; i += 1) comment.update(`${MARKER}\n${i}`);
  await comment.finish(`${MARKER}\nend`);
  expect(fake.requests.filter(({ method }) => method === 'PATCH').length).toBeLessThanOrEqual(2);
  expect(fake.comments[0]?.body).toBe(`${MARKER}\nend`);
});

test('markers differ by workflow, job and key, and can not end the HTML comment', () => {
  const keys = [
    { workflow: 'a', job: 'b', key: '' },
    { workflow: 'a', job: 'b', key: 'x' },
    { workflow: 'a', job: 'bx', key: '' },
    { workflow: '-->', job: '<b>', key: '--!>' },
  ].map(commentMarker);
  expect(new Set(keys).size).toBe(4);
  for (const marker of keys) expect(marker).toMatch(/^<!-- unattended:[0-9a-f]{24} -->$/);
});
