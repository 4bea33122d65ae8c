import { readFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';

/** Larger ones are not looked through: some 400,000 files. */
const MAX_BYTES = 64 * 1024 * 1024;
const MARKS = ['/.claude/skills/', '/.claude/commands/'];

/**
 * Whether folders below the top may have skills, told from the names in git's index: a hint, for which no process is
 * started and no folder walked. Whatever can't be read has none.
 */
export async function mayNestSkills(root: string): Promise<boolean> {
  try {
    const index = await readFile(join(await gitFolder(root), 'index'));
    // What stands at the top has no slash before it; git's format (gitformat-index) keeps names whole in versions 2 and 3.
    return index.length <= MAX_BYTES && MARKS.some((mark) => index.includes(mark));
  } catch {
    return false;
  }
}

/** `.git` is a file in submodules and further work trees (gitrepository-layout). */
async function gitFolder(root: string): Promise<string> {
  const path = join(root, '.git');
  const text = await readFile(path, 'utf8').catch(() => undefined);
  const [, given] = /^gitdir: (.+?)\s*$/u.exec(text ?? '') ?? [];
  if (given === undefined) return path;
  return isAbsolute(given) ? given : join(root, given);
}
