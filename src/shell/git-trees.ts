import type { GitObjects } from './git-objects.ts';

interface TreeEntry {
  readonly mode: string;
  readonly id: string;
}

const FOLDER = '40000';
/** Another repository: nothing of it is kept here. */
const LINK = '160000';

/** The names of all files in a tree, from its top. */
export function namesIn(objects: GitObjects, tree: string): readonly string[] {
  return changedNames(objects, tree, undefined);
}

/** The names of the files that two trees keep differently. `undefined`: a tree with nothing in it. */
export function changedNames(
  objects: GitObjects,
  one: string | undefined,
  other: string | undefined,
  folder = '',
): readonly string[] {
  if (one === other) return [];
  const [left, right] = [entriesOf(objects, one), entriesOf(objects, other)];
  const names = new Set([...left.keys(), ...right.keys()]);
  return [...names].flatMap((name) => {
    const [was, is] = [left.get(name), right.get(name)];
    if (was?.id === is?.id && was?.mode === is?.mode) return [];
    const path = folder + name;
    const files = [was, is].some((entry) => entry && entry.mode !== FOLDER && entry.mode !== LINK);
    const below = [was, is].map((entry) => (entry?.mode === FOLDER ? entry.id : undefined));
    return [...(files ? [path] : []), ...changedNames(objects, below[0], below[1], `${path}/`)];
  });
}

function entriesOf(objects: GitObjects, tree: string | undefined): ReadonlyMap<string, TreeEntry> {
  const entries = new Map<string, TreeEntry>();
  if (tree === undefined) return entries;
  const { kind, body } = objects.read(tree);
  if (kind !== 'tree') throw new Error(`${tree} is no tree.`);
  for (let at = 0; at < body.length; ) {
    const blank = body.indexOf(0x20, at);
    const end = body.indexOf(0, blank);
    if (blank < 0 || end < 0) throw new Error(`${tree} is not understood.`);
    const id = body.toString('hex', end + 1, end + 21);
    const mode = body.toString('latin1', at, blank).replace(/^0+/, '');
    entries.set(body.toString('utf8', blank + 1, end), { mode, id });
    at = end + 21;
  }
  return entries;
}
