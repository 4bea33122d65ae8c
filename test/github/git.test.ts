import { chmodSync, existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { ensureCommit } from '../../src/github/fetch-commit.ts';
import { gitIn } from '../../src/github/git.ts';
import { startPrivateGit } from '../fakes/private-git.ts';
import { createRepository, temporaryFolder } from '../fakes/repository.ts';

const SYSTEM = process.env['PATH'] ?? '';

test('git never comes from the checkout, however PATH leads there', async () => {
  const repository = createRepository({});
  const mark = join(temporaryFolder(), 'ran');
  repository.write('bin/git', `#!/bin/sh\ntouch ${mark}\n`);
  chmodSync(join(repository.root, 'bin/git'), 0o755);
  const link = join(temporaryFolder(), 'link');
  symlinkSync(join(repository.root, 'bin'), link);
  for (const folder of [join(repository.root, 'bin'), 'bin', '.', '', link]) {
    const path = [folder, SYSTEM].join(delimiter);
    const git = gitIn(repository.root, { PATH: path, HOME: '/nonexistent' });
    expect(await git(['rev-parse', 'HEAD'])).toMatch(/^[0-9a-f]{40}\n$/);
  }
  expect(existsSync(mark)).toBe(false);
});

/** Below `.git/config`, each names a program for a fetch: key and value, by the program. */
const NAMED: readonly [
  what: string,
  settings: (program: string, upstream: string) => string[][],
][] = [
  [
    'the other side of a fetch from a folder',
    (it, up) => [
      ['remote.origin.url', up],
      ['remote.origin.uploadpack', it],
    ],
  ],
  [
    'a way by ssh',
    (it) => [
      ['remote.origin.url', 'ssh://127.0.0.1:1/x'],
      ['core.sshCommand', it],
    ],
  ],
  [
    'a way by git’s own protocol',
    (it) => [
      ['remote.origin.url', 'git://127.0.0.1:1/x'],
      ['core.gitProxy', it],
    ],
  ],
  [
    'a way of its own',
    (it) => [
      ['remote.origin.url', `ext::${it}`],
      ['protocol.ext.allow', 'always'],
    ],
  ],
  [
    'the refs of an alternate',
    (it, up) => [
      ['remote.origin.url', up],
      ['core.alternateRefsCommand', it],
    ],
  ],
  [
    'who asks for a password',
    (it) => [
      ['remote.origin.url', 'LOGIN'],
      ['core.askPass', it],
    ],
  ],
  [
    'who knows the password',
    (it) => [
      ['remote.origin.url', 'LOGIN'],
      ['credential.helper', `!${it}`],
    ],
  ],
  [
    'who knows the password of one host',
    (it) => [
      ['remote.origin.url', 'LOGIN'],
      ['credential.LOGIN.helper', `!${it}`],
    ],
  ],
  [
    'who gives what was left out of a partial clone',
    (it, up) => [
      ['remote.origin.url', up],
      ['remote.origin.promisor', 'true'],
      ['extensions.partialClone', 'origin'],
      ['remote.origin.uploadpack', it],
    ],
  ],
];

test.each(NAMED)(
  'a program that the checkout names for a fetch does not run: %s',
  async (_, named) => {
    const upstream = createRepository({ 'a.txt': 'a\n' });
    const wanted = upstream.git('rev-parse', 'HEAD').trim();
    const repository = createRepository({ 'b.txt': 'b\n' });
    const folder = temporaryFolder();
    const program = join(folder, 'program.sh');
    writeFileSync(program, `#!/bin/sh\ntouch ${join(folder, 'ran')}\nexit 1\n`, { mode: 0o755 });
    const login = await startPrivateGit(folder, 'x');
    writeFileSync(
      join(repository.root, '.git/objects/info/alternates'),
      `${join(createRepository({ 'c.txt': 'c\n' }).root, '.git/objects')}\n`,
    );
    for (const words of named(program, upstream.root)) {
      repository.git('config', ...words.map((word) => word.replace('LOGIN', login)));
    }
    const git = gitIn(repository.root, { PATH: SYSTEM, HOME: '/nonexistent' });
    await ensureCommit(wanted, git).catch(() => {});
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  },
);
