import { readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { isInside } from '../../base/paths.ts';
import { type IgnoreRules, parseIgnoreRules } from './ignore-rules.ts';

/** The files that say what a search leaves out, weakest first. */
const IGNORE_FILES = ['.gitignore', '.ignore', '.rgignore'];

/** What the ignore files of a folder and of those above it say. One filter for all searches. */
export interface IgnoreChain {
  /** @param path absolute, in this folder */
  ignores(path: string, isFolder: boolean): boolean;
  /** The chain of a folder in this one. @param names what lies in it, so that nothing is tried in vain */
  below(folder: string, names: ReadonlySet<string>): Promise<IgnoreChain>;
}

/**
 * The chain for the folder above `start`, from the top of the workspace down; `undefined` when the
 * ignore files leave out `start` itself (who names it wants it searched) or it lies elsewhere.
 */
export async function ignoreChainFor(
  start: string,
  root: string,
): Promise<IgnoreChain | undefined> {
  if (!isInside(start, root)) return chain([]);
  const exclude = await textOf(join(root, '.git', 'info', 'exclude'));
  let current = chain(exclude ? [{ base: root, rules: parseIgnoreRules(exclude) }] : []);
  for (const folder of foldersBetween(root, start)) {
    current = await current.below(folder, new Set(IGNORE_FILES));
    const next = nextBelow(folder, start);
    if (next !== undefined && current.ignores(next, true)) return undefined;
  }
  return current;
}

interface Level {
  readonly base: string;
  readonly rules: IgnoreRules;
}

function chain(levels: readonly Level[]): IgnoreChain {
  return {
    ignores(path, isFolder) {
      // The nearest file that says anything about it has the word.
      for (const { base, rules } of levels) {
        const verdict = rules.test(relative(base, path).split(sep), isFolder);
        if (verdict) return verdict === 'ignored';
      }
      return false;
    },
    async below(folder, names) {
      const present = IGNORE_FILES.filter((name) => names.has(name));
      const texts = await Promise.all(present.map((name) => textOf(join(folder, name))));
      const text = texts.join('\n');
      if (text.trim() === '') return chain(levels);
      return chain([{ base: folder, rules: parseIgnoreRules(text) }, ...levels]);
    },
  };
}

/** `root`, and every folder from there to the one above `start`. */
function foldersBetween(root: string, start: string): string[] {
  const folders: string[] = [];
  for (let folder = start; folder !== root; ) {
    folder = dirname(folder);
    folders.unshift(folder);
  }
  return folders;
}

function nextBelow(folder: string, start: string): string | undefined {
  const [first] = relative(folder, start).split(sep);
  return first ? join(folder, first) : undefined;
}

async function textOf(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).replace(/^\ufeff/, '');
  } catch {
    return '';
  }
}
