import { readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Ignore } from 'ignore';
import { isInside } from '../../base/paths.ts';

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
  const { default: ignore } = await import('ignore');
  const make = (text: string) => ignore({ allowRelativePaths: true }).add(text);
  if (!isInside(start, root)) return chain([], make);
  const exclude = await textOf(join(root, '.git', 'info', 'exclude'));
  let current = chain(exclude ? [{ base: root, rules: make(exclude) }] : [], make);
  for (const folder of foldersBetween(root, start)) {
    current = await current.below(folder, new Set(IGNORE_FILES));
    const next = nextBelow(folder, start);
    if (next !== undefined && current.ignores(next, true)) return undefined;
  }
  return current;
}

interface Level {
  readonly base: string;
  readonly rules: Ignore;
}

function chain(levels: readonly Level[], make: (text: string) => Ignore): IgnoreChain {
  return {
    ignores(path, isFolder) {
      // The nearest file that says anything about it has the word.
      for (const { base, rules } of levels) {
        const name = relative(base, path).split(sep).join('/');
        const verdict = rules.test(isFolder ? `${name}/` : name);
        if (verdict.ignored || verdict.unignored) return verdict.ignored;
      }
      return false;
    },
    async below(folder, names) {
      const present = IGNORE_FILES.filter((name) => names.has(name));
      const texts = await Promise.all(present.map((name) => textOf(join(folder, name))));
      const text = texts.join('\n');
      if (text.trim() === '') return chain(levels, make);
      return chain([{ base: folder, rules: make(text) }, ...levels], make);
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
