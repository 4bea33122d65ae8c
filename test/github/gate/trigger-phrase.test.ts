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
  ['@unattended run `npm test`', 'run `npm test`'],
  ['@unattended run:\n\n```sh\nnpm test\n```', 'run:\n\n```sh\nnpm test\n```'],
  ['`x` @unattended `y`', '`x`  `y`'],
  ['<blockquote>old</blockquote>\n\n@unattended go', 'go'],
  ['<code>x</code> @unattended go', '<code>x</code>  go'],
  ['> old\n- @unattended go', '-  go'],
  ['- @unattended go', '-  go'],
  ['@unattended say `@unattended`', 'say `@unattended`'],
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
  '- > @unattended go',
  '1. > @unattended go',
  '- - > @unattended go',
  '\t> @unattended go',
  '     > @unattended go',
  '> old\n@unattended go',
  '<blockquote>@unattended go</blockquote>',
  '<blockquote>\n\n@unattended go\n\n</blockquote>',
  '<blockquote><blockquote>x</blockquote>@unattended go</blockquote>',
  '<blockquote>@unattended go',
  '<q>@unattended go</q>',
  '`@unattended go`',
  'write ``@unattended `go` ``',
  'a `b\n@unattended go\nc`',
  '```\n@unattended go\n```',
  '~~~\n@unattended go',
  '- ```\n  @unattended go\n  ```',
  'a ` b\n```\nx\n\n@unattended go\n```',
  'a\n\n    @unattended go',
  '<code>@unattended go</code>',
  '<pre>\n@unattended go\n</pre>',
  '[](http://x.y/@unattended)',
  '| a |\n|:-|\n| b | @unattended go |',
  '```js @unattended go\n```',
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
