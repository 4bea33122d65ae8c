import type { FakeRefusal } from '../fakes/github/world.ts';

const answers = (status: number, times: number, headers = {}): FakeRefusal => ({
  path: /comments/u,
  status,
  message: `chaos ${status}`,
  headers,
  times,
});
const breaks = (without: 'before' | 'after', times: number): FakeRefusal => ({
  ...answers(0, times),
  without,
});

/** Trouble that GitHub makes of the comment. `lasting`: no comment can be written at all. */
export const GITHUB_FAULTS: Readonly<
  Record<string, { readonly refusals: () => FakeRefusal[]; readonly lasting?: true }>
> = {
  '403 for ever': { refusals: () => [answers(403, Number.POSITIVE_INFINITY)], lasting: true },
  '403 once': { refusals: () => [answers(403, 1)] },
  '404 once': { refusals: () => [answers(404, 1)] },
  '429 twice': { refusals: () => [answers(429, 2, { 'retry-after': '0' })] },
  '500 once': { refusals: () => [answers(500, 1)] },
  '502 twice': { refusals: () => [answers(502, 2)] },
  'broken before': { refusals: () => [breaks('before', 1)] },
  'broken after': { refusals: () => [breaks('after', 1)] },
  'broken after, of a comment that is made': {
    refusals: () => [{ ...breaks('after', 1), method: 'POST' }],
  },
};
