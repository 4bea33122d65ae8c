import { createRequire } from 'node:module';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ConfigError } from '../../src/base/errors.ts';
import { KNOWN_EVENTS } from '../../src/github/event-name.ts';
import { readEvent } from '../../src/github/github-event.ts';
import { doubtsAbout } from '../../src/github/trust.ts';

interface Example {
  readonly name: string;
  readonly examples: readonly unknown[];
}
const examples = createRequire(import.meta.url)('@octokit/webhooks-examples') as readonly Example[];
const payloads = examples.flatMap(({ name, examples: all }) =>
  all.map((payload, index) => ({ name, payload, index })),
);

test.each(payloads)('$name $index is read, or refused in a sentence', async ({ name, payload }) => {
  if (!KNOWN_EVENTS.includes(name)) {
    expect(() => readEvent(name, payload)).toThrow(ConfigError);
    expect(() => readEvent(name, payload)).toThrow(`does not run on the event “${name}”`);
    return;
  }
  const event = readEvent(name, payload);
  expect(event.name).toBe(name);
  expect(await doubtsAbout(event, undefined)).toEqual(expect.any(Array));
});

test.each(
  payloads.filter(({ name }) =>
    ['pull_request', 'issue_comment', 'issues', 'push', 'pull_request_review'].includes(name),
  ),
)('$name $index is told from its shape', ({ name, payload }) => {
  expect(readEvent(undefined, payload).name).toBe(name);
});

const pull = (head: unknown, association: string | null) => ({
  action: 'opened',
  pull_request: {
    number: 7,
    title: 'Fix',
    user: association === null ? null : { login: 'mona' },
    author_association: association,
    head: { ref: 'fix', sha: 'a'.repeat(40), repo: head },
    base: { ref: 'main', sha: 'b'.repeat(40), repo: { full_name: 'octo/app' } },
  },
});

test.each([
  ['a collaborator in the repository', pull({ full_name: 'octo/app' }, 'COLLABORATOR'), 'trusted'],
  ['a first-time contributor', pull({ full_name: 'octo/app' }, 'FIRST_TIMER'), 'untrusted'],
  ['an owner from a fork', pull({ full_name: 'mona/app' }, 'OWNER'), 'untrusted'],
  ['a deleted head repository', pull(null, 'OWNER'), 'untrusted'],
  ['a deleted account', pull({ full_name: 'octo/app' }, null), 'untrusted'],
  ['a word that GitHub may add', pull({ full_name: 'octo/app' }, 'FRIEND'), 'untrusted'],
])('trust: %s', async (_who, payload, trust) => {
  const doubts = await doubtsAbout(readEvent('pull_request', payload), undefined);
  expect(doubts.length === 0 ? 'trusted' : 'untrusted').toBe(trust);
});

test('a comment on a pull request is untrusted until its fork is known', async () => {
  const payload = {
    issue: { number: 3, title: 't', pull_request: { url: 'x' } },
    comment: { body: 'hi', user: { login: 'mona' }, author_association: 'OWNER' },
  };
  const event = readEvent('issue_comment', payload);
  expect(event.pullRequest).toEqual({
    number: 3,
    base: undefined,
    head: undefined,
    fork: undefined,
  });
  expect(await doubtsAbout(event, undefined)).toHaveLength(1);
});

test('no payload crashes the reader', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(undefined, ...KNOWN_EVENTS),
      fc.jsonValue(),
      async (name, payload) => {
        try {
          await doubtsAbout(readEvent(name, payload), undefined);
        } catch (error) {
          expect(error).toBeInstanceOf(ConfigError);
        }
      },
    ),
  );
});

test('a sha that could be an option or a ref is not taken', () => {
  const payload = pull({ full_name: 'octo/app' }, 'OWNER');
  payload.pull_request.base.sha = '--upload-pack=touch p';
  expect(readEvent('pull_request', payload).pullRequest?.base).toBeUndefined();
});
