import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judgeChanges } from '../../../src/github/delivery/judge-changes.ts';
import { createRepository, type TestRepository, temporaryFolder } from '../../fakes/repository.ts';
import { begin, SECRET } from './scene.ts';

const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}\n`).join('');

type Judged = [
  what: string,
  change: (repository: TestRepository) => void,
  reason: string | undefined,
  limits?: object,
];
const judged: Judged[] = [
  ['a usual change', (r) => r.write('src/a.ts', 'x\n'), undefined],
  ['a secret', (r) => r.write('a.txt', SECRET), '“a.txt”: holds a secret, or'],
  [
    'a workflow',
    (r) => r.write('.github/workflows/ci.yml', 'x\n'),
    '.github/workflows steers what runs later',
  ],
  [
    'a workflow that ** lets through',
    (r) => r.write('.github/workflows/ci.yml', 'x\n'),
    '.github/workflows steers',
    { allowedFiles: ['**'] },
  ],
  [
    'a workflow that is named',
    (r) => r.write('.github/workflows/ci.yml', 'x\n'),
    undefined,
    { allowedFiles: ['.github/workflows/**'] },
  ],
  [
    'a workflow that is moved away',
    (r) => rmSync(join(r.root, '.github'), { recursive: true }),
    '.github/workflows steers',
  ],
  ...[
    '.gitattributes',
    'sub/.gitattributes',
    'action.yml',
    'GEMINI.md',
    '.cursor/rules/x.mdc',
    '.github/unattended.yml',
    '.github/CODEOWNERS',
    'docs/CODEOWNERS',
    '.github/dependabot.yml',
    '.circleci/config.yml',
    'Jenkinsfile',
    '.ci/policy.yml',
    'ci/guard.sh',
    '.ci',
  ].map((path): Judged => [path, (r) => r.write(path, 'x\n'), `“${path}”: `]),
  ['an action in a folder', (r) => r.write('sub/action.yml', 'x\n'), undefined],
  [
    'attributes that are named',
    (r) => r.write('.gitattributes', 'x\n'),
    undefined,
    { allowedFiles: ['.gitattributes'] },
  ],
  [
    'the policy that is named',
    (r) => r.write('.ci/policy.yml', 'x\n'),
    undefined,
    { allowedFiles: ['/.ci/policy.yml'] },
  ],
  [
    'a pointer of Git LFS',
    (r) => r.write('p.bin', 'version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 1\n'),
    '“p.bin”: the pointer to a file of Git LFS',
  ],
  ['.npmrc', (r) => r.write('.npmrc', 'x\n'), '.npmrc steers'],
  [
    'a protected file',
    (r) => r.write('Docs/x.md', 'x\n'),
    '“Docs/x.md”: protected by the policy',
    { protectedFiles: ['docs/**'] },
  ],
  [
    'a file that is not allowed',
    (r) => r.write('b.txt', 'x\n'),
    '“b.txt”: not among the files',
    { allowedFiles: ['src/**'] },
  ],
  [
    'too many files',
    (r) => ['1', '2', '3'].forEach((n) => void r.write(n, n)),
    '3 files changed, and the policy lets 2 through',
    { maxFiles: 2 },
  ],
  [
    'too large',
    (r) => r.write('big', lines(5_000)),
    'and the policy lets 1 through (delivery.max_patch_kb)',
    { maxPatchKb: 1 },
  ],
  [
    'a link out',
    (r) => symlinkSync('../../etc/passwd', join(r.root, 'link')),
    '“link”: a link that leads out',
  ],
  [
    'an absolute link',
    (r) => symlinkSync('/etc/passwd', join(r.root, 'link')),
    '“link”: a link that leads out',
  ],
  [
    'a link into .git',
    (r) => symlinkSync('.git/config', join(r.root, 'link')),
    '“link”: a link that leads out',
  ],
  ['a link within', (r) => symlinkSync('a.txt', join(r.root, 'link')), undefined],
  ['a file of a filter', (r) => r.write('a.lfs', 'x\n'), '“a.lfs”: stored through a filter'],
  ['a control character in a name', (r) => r.write('a\u0001b', 'x\n'), 'control characters'],
];

test.each(judged)('%s', async (_what, change, reason, limits = {}) => {
  const repository = createRepository({
    'a.txt': 'a\n',
    '.gitattributes': '*.lfs filter=lfs\n',
    '.github/workflows/old.yml': 'x\n',
  });
  const run = await begin(repository, limits);
  change(repository);
  const { judge, change: made } = await run.store();
  const problems = await judgeChanges(judge, made);
  if (reason === undefined) expect(problems).toEqual([]);
  else expect(problems.join('\n')).toContain(reason);
});

test('an embedded repository is refused, and no program of its own is started', async () => {
  const repository = createRepository({ 'a.txt': 'a\n' });
  const run = await begin(repository);
  const canary = join(temporaryFolder(), 'canary');
  repository.write('inner/b.txt', 'b\n');
  const inner = (...args: string[]) =>
    execFileSync('git', ['-C', join(repository.root, 'inner'), ...args], {
      env: {
        ...process.env,
        GIT_AUTHOR_NAME: 'x',
        GIT_AUTHOR_EMAIL: 'x',
        GIT_COMMITTER_NAME: 'x',
        GIT_COMMITTER_EMAIL: 'x',
      },
    });
  inner('init', '--quiet');
  inner('add', '.');
  inner('commit', '--quiet', '-m', 'x');
  inner('config', 'core.fsmonitor', `touch ${canary} #`);
  repository.write('inner/b.txt', 'c\n');
  const { judge, change } = await run.store();
  const problems = await judgeChanges(judge, change);
  expect(problems.join('\n')).toContain('“inner”: a submodule, or a repository of its own');
  expect(existsSync(canary)).toBe(false);
});
