import { expect, test } from 'vitest';
import { commitHeadline } from '../../src/report/commit-headline.ts';

test.each([
  ['Mend it [skip ci] now', 'Mend it now'],
  ['a [CI SKIP] b [no ci] c [skip actions] d [actions skip]', 'a b c d'],
  ['a [sk\u200bip ci] b', 'a b'],
  ['a [skip [skip ci]ci] b', 'a b'],
  ['a [skip@x ci]', 'a [skipx ci]'],
  ['a [#1skip ci]', 'a [1skip ci]'],
  ['a ***NO_CI*** b', 'a b'],
  ['skip-checks: true', 'true'],
  ['Thanks @mona, fixes #12 and GH-3', 'Thanks mona, fixes 12 and 3'],
  ['fixes https://github.com/o/r/issues/1', 'fixes github.com/o/r/issues/1'],
  ['a < b & c &lt; d\u200b', 'a < b & c lt; d'],
  ['x'.repeat(100), `${'x'.repeat(67)}…`],
])('%s', (text, headline) => {
  expect(commitHeadline(text, 68)).toBe(headline);
});
