import type { Git } from '../git.ts';

/** A file of a tree: its object, and its mode as git writes it. */
export interface Entry {
  readonly id: string;
  readonly mode: string;
}

/** What a path of a commit leads to, links followed; `leads`: where a link goes that can't be followed. */
export type LookedUp =
  | { readonly type: 'blob' | 'tree'; readonly id: string }
  | { readonly leads: string };

/** All files of a tree at and below paths, by path; no paths: all of it. @param tree a commit or tree, verified. */
export async function treeEntries(
  git: Git,
  tree: string,
  paths: readonly string[],
): Promise<Map<string, Entry>> {
  const output = await git(['ls-tree', '-r', '-z', '--full-tree', tree, '--', ...paths]);
  const entries = new Map<string, Entry>();
  for (const line of output.split('\0')) {
    // `<mode> <type> <id>\t<path>`
    const [, mode = '', type, id = '', path = ''] =
      /^(\d+) (\w+) ([0-9a-f]+)\t([\s\S]+)$/u.exec(line) ?? [];
    if (type === 'blob') entries.set(path, { id, mode });
  }
  return entries;
}

/** Looks paths up in a commit. One that is not there is not in the answer. */
export async function lookUpIn(
  git: Git,
  sha: string,
  paths: readonly string[],
): Promise<Map<string, LookedUp>> {
  // One question is one line.
  const asked = [...new Set(paths)].filter((path) => path !== '' && !/[\n\r]/u.test(path));
  const found = new Map<string, LookedUp>();
  if (asked.length === 0) return found;
  const input = `${asked.map((path) => `${sha}:${path}`).join('\n')}\n`;
  const answer = await git(['cat-file', '--batch-check', '--follow-symlinks'], { input });
  const lines = answer.split('\n');
  let at = 0;
  for (const path of asked) {
    const line = lines[at] ?? '';
    at += 1;
    const object = /^([0-9a-f]{40,64}) (blob|tree) \d+$/u.exec(line);
    const link = /^(symlink|dangling|loop) \d+$/u.exec(line)?.[1];
    if (object) found.set(path, { id: object[1] ?? '', type: object[2] as 'blob' | 'tree' });
    else if (link !== undefined) {
      // The target stands on a line of its own, for each of the three.
      const target = lines[at] ?? '';
      at += 1;
      found.set(path, { leads: LEADS[link] ?? `out of the repository, to “${target}”` });
    }
  }
  return found;
}

const LEADS: Readonly<Record<string, string>> = {
  dangling: 'to no file of that commit',
  loop: 'back to itself',
};
