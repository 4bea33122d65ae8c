import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { branchNameProblem } from '../../src/github/branch-name.ts';

test.each([
  ...[
    'main',
    'feature/a-b_c.1',
    'dependabot/npm_and_yarn/@types/node-24',
    'fix/#12',
    'v1+x',
    'a@b',
  ],
  ...['\u00fcber/stra\u00dfe', '\u529f\u80fd', 'release-2026.11', 'user/a=b', 'a'.repeat(200)],
])('%s is a name', (name) => {
  expect(branchNameProblem(name)).toBeUndefined();
});

test.each([
  ...[
    '',
    '-f',
    '--help',
    'a..b',
    'a b',
    'a\nb',
    'a\u0000',
    'a~1',
    'a^',
    'a:b',
    'a?',
    'a*',
    'a[b',
    'a\\b',
  ],
  ...[
    '/a',
    'a/',
    'a//b',
    '.a',
    'a/.b',
    'a.lock',
    'a.lock/b',
    'a.',
    'a@{1}',
    '@',
    'HEAD',
    'refs/heads/a',
  ],
  ...['a;id', 'a$(id)', 'a`id`', 'a|b', 'a&b', 'a>b', "a'b", 'a"b', '${{a}}', 'a(b)', 'a!b', 'a%b'],
  ...['a\u200bb', 'a\u202eb', 'a\u00a0b', '0'.repeat(40), 'a'.repeat(300), '\ud800'],
])('%j is refused', (name) => {
  expect(branchNameProblem(name)).toMatch(/^The branch name .*\.$/);
});

test('git takes what it takes', () => {
  const part = fc.stringMatching(/^[a./@{~^: \\-]{1,6}$/);
  fc.assert(
    fc.property(part, (name) => {
      if (branchNameProblem(name) !== undefined) return;
      execFileSync('git', ['check-ref-format', '--branch', name], { stdio: 'pipe' });
    }),
    { numRuns: 60 },
  );
});
