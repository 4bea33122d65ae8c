import { foldName } from '../../base/fold-name.ts';
import { isGitInternal } from '../../permission/protected-names.ts';
import type { Git } from '../git.ts';
import { readBlobs } from './read-blobs.ts';
import { LINK, REPOSITORY, type TreeChange } from './tree-changes.ts';

/** As many, and as long, as the kernel follows. */
const MAX_LINKS = 40;
const MAX_TARGET = 4_096;

/**
 * Links whose target lies outside of the repository or in git's own folder: whoever reads through one
 * reads another file. Other links on the way are followed as in a checkout, and what can't be told
 * (a loop) is bad too. Where any link changes all are judged: what they go through may be new.
 */
export async function badLinks(
  git: Git,
  changes: readonly TreeChange[],
  { before, after }: { readonly before: string; readonly after: string },
): Promise<string[]> {
  if (!changes.some(({ oldMode, newMode }) => oldMode === LINK || newMode === LINK)) return [];
  const [now, then] = [await badIn(git, after), await badIn(git, before)];
  const changed = new Set(changes.map(({ path }) => path));
  return [...now].filter((path) => changed.has(path) || !then.has(path));
}

interface Places {
  readonly links: ReadonlyMap<string, string>;
  /** What lies in them is not known. */
  readonly repositories: ReadonlySet<string>;
}

/** One way in which a system takes names. */
interface Reading {
  readonly separator: RegExp;
  readonly nameOf: (name: string) => string;
}

const READINGS: readonly Reading[] = [/\//, /[\\/]/].flatMap((separator) => [
  { separator, nameOf: (name: string) => name },
  { separator, nameOf: foldName },
]);

async function badIn(git: Git, tree: string): Promise<ReadonlySet<string>> {
  const places = await placesIn(git, tree);
  return new Set(READINGS.flatMap((reading) => badAsRead(places, reading)));
}

/** Links and their targets, and repositories, by path. */
async function placesIn(git: Git, tree: string): Promise<Places> {
  const entries = (await git(['ls-tree', '-r', '-z', '--full-tree', tree])).split('\0');
  const ids = { [LINK]: new Map<string, string>(), [REPOSITORY]: new Map<string, string>() };
  for (const entry of entries) {
    const at = entry.indexOf('\t');
    const [mode = '', , id = ''] = entry.slice(0, at).split(' ');
    if (mode === LINK || mode === REPOSITORY) ids[mode].set(entry.slice(at + 1), id);
  }
  const blobs = await readBlobs(git, [...ids[LINK].values()]);
  const targetOf = (id: string) => blobs.get(id)?.toString('utf8') ?? '';
  return {
    links: new Map([...ids[LINK]].map(([path, id]) => [path, targetOf(id)])),
    repositories: new Set(ids[REPOSITORY].keys()),
  };
}

function badAsRead({ links, repositories }: Places, reading: Reading): string[] {
  const foldPath = (path: string) => path.split('/').map(reading.nameOf).join('/');
  const folded = {
    links: new Map([...links].map(([path, target]) => [foldPath(path), target])),
    repositories: new Set([...repositories].map(foldPath)),
  };
  return [...links]
    .filter(([path, target]) => {
      const read = foldPath(path);
      // Of two links that are one file somewhere, it can't be told which is there.
      return folded.links.get(read) !== target || leadsOut(read, folded, reading);
    })
    .map(([path]) => path);
}

/** Goes from name to name as the system would. */
function leadsOut(path: string, { links, repositories }: Places, reading: Reading): boolean {
  const at = path.split('/');
  const pending = [at.pop() ?? ''];
  let followed = 0;
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (name === '..') {
      if (isIn(repositories, at) || at.pop() === undefined) return true;
      continue;
    }
    if (isGitInternal([foldName(name)])) return true;
    at.push(reading.nameOf(name));
    const target = links.get(at.join('/'));
    if (target === undefined) continue;
    followed += 1;
    if (followed > MAX_LINKS || isOdd(target)) return true;
    at.pop();
    const names = target.split(reading.separator);
    pending.push(...names.filter((part) => part !== '' && part !== '.').reverse());
  }
  return false;
}

function isIn(folders: ReadonlySet<string>, at: readonly string[]): boolean {
  return at.some((_, end) => end > 0 && folders.has(at.slice(0, end).join('/')));
}

function isOdd(target: string): boolean {
  return target.length > MAX_TARGET || /^(?:[\\/]|[a-z]:)/i.test(target);
}
