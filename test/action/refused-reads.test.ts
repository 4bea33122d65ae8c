import { expect, test } from 'vitest';
import { createRepository } from '../fakes/repository.ts';
import { judgeIn } from '../labels/verdict-of.ts';

test('a rule for Read reaches every command that would print the file', async () => {
  const { root } = createRepository({ 'secret/x.txt': 'PRIVATE\n', 'src/a.ts': 'public\n' });
  const judge = await judgeIn({
    root,
    directory: root,
    home: '/nonexistent',
    runDirectory: '/run',
  });
  const judged = (command: string) => judge('Bash', { command }, { deny: ['Read(secret/**)'] });
  for (const command of [
    'cat secret/x.txt',
    'git grep PRIVATE',
    'rg PRIVATE',
    'grep -r PRIVATE --exclude-dir=.git .',
    'git log -p -- .',
    'git diff',
    'git show',
    'git log -p -- secret',
    'git log -L1,1:secret/x.txt',
    "git grep PRIVATE -- '*.txt'",
  ]) {
    expect(`${judged(command)} ${command}`).toBe(`deny ${command}`);
  }
  for (const command of [
    'git grep public src',
    'rg public src',
    'git diff --stat',
    'git log --oneline',
    'git status',
    'git diff -- src',
    'git blame src/a.ts',
    'git log -p -- src/a.ts',
  ]) {
    expect(`${judged(command)} ${command}`).toBe(`allow ${command}`);
  }
});
