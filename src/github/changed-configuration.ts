import { hasCommit } from './fetch-commit.ts';
import type { Git } from './git.ts';

/** Files that agents and their tools are configured by, wherever they lie. */
const CONFIGURATION: readonly string[] = [
  ...['CLAUDE.md', 'CLAUDE.local.md', 'AGENTS.md', '.mcp.json', '.claude/**'].flatMap((name) => [
    `:(top,glob)${name}`,
    `:(top,glob)**/${name}`,
  ]),
  ':(top,glob).github/unattended*',
  ':(top,glob).github/unattended/**',
];

/**
 * The configuration that differs between the commit it is read from and the one that is judged: what a
 * pull request would change, and a maintainer should look at.
 * @param head the pull request's last commit; where it is not there, what is checked out.
 * @param named paths of further files, from the top of the repository; what is no such path is passed over.
 * @throws GitError when git can't compare them.
 */
export async function changedConfiguration(
  git: Git,
  base: string,
  head: string | undefined,
  named: readonly string[],
): Promise<readonly string[]> {
  const other = head !== undefined && (await hasCommit(head, git)) ? head : 'HEAD';
  const literal = [...new Set(named)]
    .map((path) => path.replace(/^\.\//, ''))
    .filter((path) => /^[\w@.+-][\w@./+-]*$/.test(path) && !path.split('/').includes('..'))
    .map((path) => `:(top,literal)${path}`);
  const options = ['--name-only', '--no-renames', '--no-ext-diff', '--no-textconv', '-z'];
  const changed = await git(['diff', ...options, base, other, '--', ...CONFIGURATION, ...literal]);
  return changed.split('\0').filter((path) => path !== '');
}
