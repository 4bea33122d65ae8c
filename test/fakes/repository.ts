import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A real git repository in a folder of its own, removed when the test ends. */
export interface TestRepository {
  readonly root: string;
  git(...args: string[]): string;
  write(path: string, content: string | Buffer): void;
  commit(message: string): string;
}

const IDENTITY = {
  GIT_AUTHOR_NAME: 'Mona',
  GIT_AUTHOR_EMAIL: 'mona@example.com',
  GIT_COMMITTER_NAME: 'Mona',
  GIT_COMMITTER_EMAIL: 'mona@example.com',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
};

export function temporaryFolder(prefix = 'unattended-test-'): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), prefix)));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function createRepository(files: Readonly<Record<string, string>>): TestRepository {
  return repositoryIn(temporaryFolder(), files);
}

/** Makes `root` a repository with one commit that holds `files`. */
export function repositoryIn(
  root: string,
  files: Readonly<Record<string, string>>,
): TestRepository {
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, ...IDENTITY },
    });
  const write = (path: string, content: string | Buffer) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  const commit = (message: string) => {
    git('add', '-A');
    git('commit', '--quiet', '--allow-empty', '-m', message);
    return git('rev-parse', 'HEAD').trim();
  };
  git('init', '--quiet', '--initial-branch=main');
  for (const [path, content] of Object.entries(files)) write(path, content);
  commit('start');
  return { root, git, write, commit };
}
