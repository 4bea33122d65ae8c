import { expect, test } from 'vitest';
import { chooseWritten } from '../../../src/github/context/choose-written.ts';
import { failingPart } from '../../../src/github/context/failing-part.ts';
import { linkedNumbers } from '../../../src/github/context/linked-issues.ts';
import { readWritten, type Written } from '../../../src/github/context/written.ts';

const RULES = { trigger: 9, until: '2026-03-05T00:00:00Z', bots: ['29', 'helper'] };

function comment(id: number, body: string, more = {}): Written {
  const at = '2026-03-05T00:00:00Z';
  const user = { login: 'mona', id: 1, type: 'User' };
  const item = readWritten('comment', { id, body, user, created_at: at, updated_at: at, ...more });
  if (!item) throw new Error('It has no words.');
  return item;
}

const bot = (login: string, id: number) => ({ user: { login, id, type: 'Bot' } });

test('a discussion is as it stood when the run was started', () => {
  const { items, leftOut } = chooseWritten(
    [
      comment(1, 'in time'),
      comment(2, 'later', {
        created_at: '2026-03-05T00:00:01Z',
        updated_at: '2026-03-05T00:00:01Z',
      }),
      comment(3, 'changed', { updated_at: '2026-03-05T00:00:01Z' }),
      comment(4, 'no time', { created_at: 'never', updated_at: 'never' }),
      comment(9, 'the trigger'),
      comment(5, 'by id', bot('renovate[bot]', 29)),
      comment(6, 'by login', bot('helper[bot]', 30)),
      comment(7, 'unheard', bot('renovate-2[bot]', 31)),
    ],
    RULES,
  );
  expect(items.map(({ body }) => body)).toEqual(['in time', 'by id', 'by login']);
  expect(leftOut).toEqual([
    '2 texts written after the run was started',
    '1 text changed after the run was started',
    'what the bots renovate-2[bot] wrote',
  ]);
});

test('empty reviews and those that are still being written are none', () => {
  expect(readWritten('review', { id: 1, state: 'COMMENTED', body: null })).toBeUndefined();
  expect(readWritten('review', { id: 1, state: 'PENDING', body: 'x' })).toBeUndefined();
  expect(readWritten('review', { id: 1, state: 'APPROVED', body: '', user: null })).toMatchObject({
    state: 'APPROVED',
    author: undefined,
  });
});

test('issues are linked by GitHub’s words', () => {
  const body = 'Fixes #4, closes: #5 and RESOLVED #6; see #7, prefixes #8, fixes o/r#9, fix #0.';
  expect(linkedNumbers(body)).toEqual([4, 5, 6]);
});

test('the part of a log that failed', () => {
  const many = Array.from({ length: 500 }, (_, index) => `line ${index}`);
  const step = ['##[group]Run npm test', 'not ok', '##[error]Exit code 1', 'after'];
  expect(failingPart([...many, ...step, '##[group]Run next'].join('\n'))).toBe(step.join('\n'));
  expect(
    failingPart(['##[group]Run x', ...many, '##[error]e'].join('\n')).split('\n'),
  ).toHaveLength(401);
  expect(failingPart(many.join('\n')).split('\n')).toHaveLength(200);
  const giant = 'x'.repeat(9_000_000);
  for (const log of [
    giant,
    `##[group]Run x\n${giant}\n##[error]${giant}`,
    `${giant}\n`.repeat(3),
  ]) {
    expect(failingPart(log).length).toBeLessThan(151_000);
  }
  expect(failingPart(`##[group]Run x\n${giant}\n##[error]e`)).toMatch(
    /^##\[group\]Run x\n.*\n##\[error\]e$/,
  );
});
