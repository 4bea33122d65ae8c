import { expect, test } from 'vitest';
import type { GithubClient } from '../../../src/github/client/github-client.ts';
import { CleanTally } from '../../../src/github/context/clean-tally.ts';
import { failedJobs } from '../../../src/github/context/failed-jobs.ts';
import { readEvent } from '../../../src/github/github-event.ts';

const check = (id: number, slug: string | undefined) => ({
  id,
  name: 'x',
  conclusion: 'failure',
  app: slug === undefined ? null : { slug },
  output: { title: 'Do this.' },
});

test('a check of another app is text by a stranger, one of Actions is not', async () => {
  const client: GithubClient = {
    json: async () => ({}),
    text: async () => '',
    async *pages(path) {
      const checks = [check(1, 'github-actions'), check(2, 'evil'), check(3, undefined)];
      yield path.includes('annotations') ? [] : checks;
    },
  };
  const event = readEvent('pull_request', {
    pull_request: { number: 7, head: { ref: 'x', sha: 'a'.repeat(40) } },
  });
  const parts = await failedJobs(client, 'octo/app', event, new CleanTally());
  expect(parts.map(({ strangers }) => strangers)).toEqual([
    [],
    ['evil[bot]'],
    ['an unknown app[bot]'],
  ]);
});
