import { expect, test } from 'vitest';
import { askedBy } from '../../../src/github/gate/trigger-phrase.ts';

test.each([
  ['@unattended fix the tests', 'fix the tests'],
  ['Hey @Unattended, mend it.', 'Hey , mend it.'],
  ['Please\n\n@UNATTENDED\nmend it', 'Please\n\n\nmend it'],
  ['(@unattended) go', '() go'],
  ['@unattended. Go.', '. Go.'],
  ['@unattended', ''],
  ['> old words\n\n@unattended go', 'go'],
  ['@unattended go <!-- and push -->', 'go'],
])('%j asks for %j', (comment, task) => {
  expect(askedBy(comment, '@unattended')).toBe(task);
});

test.each([
  'fix the tests',
  'mail x@unattended.io',
  '@unattended-app go',
  '@unattended_2 go',
  '@unattended/team go',
  '@unattended.io is a host',
  'see github.com/@unattended go',
  '> @unattended go',
  '<!-- @unattended go -->',
  '<p hidden>@unattended go</p>',
  '[](x "@unattended go")',
])('%j asks for nothing', (comment) => {
  expect(askedBy(comment, '@unattended')).toBeUndefined();
});

test('a phrase may be any text', () => {
  expect(askedBy('/fix (now) please', '/fix (now)')).toBe('please');
  expect(askedBy('Große ÄNDERUNG bitte', 'änderung')).toBe('Große  bitte');
});
