import type { Git } from '../git.ts';

/** One path that differs between two trees. A mode of `000000` means that there is nothing. */
export interface TreeChange {
  readonly path: string;
  readonly oldMode: string;
  readonly newMode: string;
  readonly oldId: string;
  readonly newId: string;
}

export const ABSENT = '000000';
export const PLAIN = '100644';
export const EXECUTABLE = '100755';
export const LINK = '120000';
/** A commit of another repository: a submodule, or one that lies in the checkout. */
export const REPOSITORY = '160000';

/** What differs between two trees, in the order of the paths. A moved file is one gone and one new. */
export async function treeChanges(git: Git, from: string, to: string): Promise<TreeChange[]> {
  const fields = (
    await git(['diff-tree', '-r', '-z', '--raw', '--no-abbrev', '--no-renames', from, to])
  ).split('\0');
  const changes: TreeChange[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [oldMode = '', newMode = '', oldId = '', newId = ''] = (fields[at] ?? '')
      .slice(1)
      .split(' ');
    changes.push({ path: fields[at + 1] ?? '', oldMode, newMode, oldId, newId });
  }
  return changes;
}
