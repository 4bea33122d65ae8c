import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRedactor } from '../../../src/base/redactor.ts';
import { reviewComment } from '../../../src/report/findings/review-comment.ts';
import type { Finding } from '../../../src/tool/tool-use-context.ts';
import { HOSTILE } from '../rendering-cases.ts';

const SECRET = 'deploy-7Qx9Zk2LmP4vT8wR1nB6cY3d';
const redactor = createRedactor([{ name: 'DEPLOY_TOKEN', value: SECRET }]);
const finding: Finding = {
  path: 'src/a.js',
  line: 3,
  endLine: 4,
  severity: 'error',
  rule: 'empty-list',
  message: 'It may be empty.',
  suggestion: 'return list.at(0);',
  text: 'return\n  list[0];',
};
const bodyOf = (change: Partial<Finding> = {}, exact = true) =>
  reviewComment(
    { ...finding, ...change },
    {
      hosts: ['github.com'],
      triggerPhrase: '@unattended',
      markers: '<!-- unattended:0 --><!-- unattended-finding:1 -->',
      exact,
      redact: redactor.redact,
    },
  );

/** As GitHub reads it: a fence, its info word, all until a fence as long. */
function suggestedIn(body: string): string[] | undefined {
  const lines = body.split('\n');
  const at = lines.findIndex((line) => /^`{3,}suggestion$/.test(line));
  if (at < 0) return undefined;
  const border = /^`+/.exec(lines[at] ?? '')?.[0] ?? '';
  const end = lines.findIndex(
    (line, index) => index > at && line.startsWith(border) && /^`+$/.test(line),
  );
  return lines.slice(at + 1, end);
}

test('says what is wrong, offers what to take over, and can be found again', () => {
  expect(bodyOf()).toBe(
    '❌ **Error** `empty-list`\n\nIt may be empty.\n\n```suggestion\nreturn list.at(0);\n```\n\n<!-- unattended:0 --><!-- unattended-finding:1 -->\n',
  );
});

test.each([
  ['', []],
  ['\n', ['']],
  ['one\n', ['one']],
  ['one\ntwo', ['one', 'two']],
  ['  a\r\n\tb\r\n', ['  a', '\tb']],
  ['```js\nx\n```', ['```js', 'x', '```']],
])('the suggestion %j replaces the lines to the letter', (suggestion, lines) => {
  expect(suggestedIn(bodyOf({ suggestion }))).toEqual(lines);
});

test('whatever is suggested is taken over unaltered, or not offered', () => {
  const text = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(text, text, (one, two) => {
      const suggestion = `x${one}\n${two}y`;
      const offered = suggestedIn(bodyOf({ suggestion }));
      if (offered) expect(offered.join('\n')).toBe(suggestion.replace(/\r\n?/g, '\n'));
    }),
  );
});

test.each([
  ['has a secret', { suggestion: `token = '${SECRET}'` }, true],
  ['has the trigger phrase', { suggestion: '// @unattended go' }, true],
  ['has hidden characters', { suggestion: 'a\u202eb' }, true],
  ['is for lines that are not all there', {}, false],
])('no button where the suggestion %s', (_why, change, exact) => {
  const body = bodyOf(change, exact);
  expect(suggestedIn(body)).toBeUndefined();
  expect(body).toContain('Instead:');
  expect(body).not.toContain(SECRET);
});

test('nothing is suggested that changes nothing', () => {
  expect(bodyOf({ suggestion: `${finding.text}\n` })).not.toContain('```');
});

test('no words of the model are live, and none pass for our markers', () => {
  const message = `@octocat closes #1 ![x](https://evil.example/x.png) ${SECRET}\n<!-- unattended:0 -->\n\`\`\`suggestion\nrm -rf\n\`\`\``;
  const body = bodyOf({ message, suggestion: undefined });
  expect(body.match(/<!-- unattended/g)).toHaveLength(2);
  expect(body).not.toMatch(/@octocat|closes #1|!\[/);
  expect(body).not.toContain(SECRET);
  expect(suggestedIn(body)).toBeUndefined();
});
