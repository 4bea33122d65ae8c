import { posix } from 'node:path';
import {
  type KnowledgeSource,
  type Listing,
  MAX_FILE_BYTES,
  MAX_FILES,
  type SupportingFile,
  Unreadable,
} from '../../knowledge/source.ts';
import type { Git } from '../git.ts';
import { readTrue } from '../true-objects.ts';
import { type Entry, lookUpIn, treeEntries } from './commit-entries.ts';

export interface CommitPlace {
  /** Absolute path of the checkout: what its files are known as. */
  readonly root: string;
  readonly sha: string;
  /** Resolves when the commit is there and its trees are what their names say. */
  readonly present: () => Promise<void>;
}

/** Links followed one after another. */
const MAX_LINKS = 5;

/**
 * Files as a commit has them, without the work tree: what a pull request changes must not instruct the
 * agent that judges it. Links are followed inside the commit.
 */
export function commitSource({ root, sha, present }: CommitPlace, git: Git): KnowledgeSource {
  /** Entries of files by path, as far as they were listed. */
  const known = new Map<string, Entry>();
  const entriesOf = async (paths: readonly string[]) => {
    const unknown = paths.filter((path) => !known.has(path));
    for (const [path, found] of await lookUpIn(git, sha, unknown)) {
      if ('id' in found && found.type === 'blob') known.set(path, { id: found.id, mode: '100644' });
    }
    return paths.flatMap((path) => {
      const entry = known.get(path);
      return entry ? [[path, entry] as const] : [];
    });
  };
  return {
    root,
    shownAs: '',
    inPlace: false,
    list: async (places) => {
      await present();
      // A folder behind a link is found by the link alone.
      const homes = places.map((path) => path.replace(/(^|\/)\.claude\/.*$/u, '$1.claude'));
      const entries = await treeEntries(git, sha, [...new Set(homes)]);
      const listing = { files: [] as string[], problems: [] as string[] };
      await follow(git, sha, entries, known, listing);
      return listing;
    },
    read: async (paths) => {
      await present();
      const entries = await entriesOf(paths);
      const objects = await readTrue(
        git,
        entries.map(([, { id }]) => id),
      );
      return new Map(
        entries.flatMap(([path, { id }]) => {
          const bytes = objects.get(id)?.bytes;
          if (bytes === undefined) return [];
          const tooLarge = bytes.length > MAX_FILE_BYTES;
          return [
            [path, tooLarge ? new Unreadable('it is larger than 4 MiB') : bytes.toString('utf8')],
          ];
        }),
      );
    },
    supporting: async (paths, folder) => {
      await present();
      const entries = await entriesOf(paths);
      const objects = await readTrue(
        git,
        entries.map(([, { id }]) => id),
      );
      return entries.map(([path, { id, mode }]): SupportingFile => {
        const bytes = objects.get(id)?.bytes;
        if (bytes === undefined) throw new Unreadable(`${path} is not in this checkout`);
        return { path: path.slice(folder.length + 1), bytes, executable: mode === '100755' };
      });
    },
  };
}

/** Adds files, and what links lead to. */
async function follow(
  git: Git,
  sha: string,
  entries: ReadonlyMap<string, Entry>,
  known: Map<string, Entry>,
  listing: { readonly files: string[]; readonly problems: string[] },
  links = 0,
): Promise<void> {
  const linked: string[] = [];
  for (const [path, entry] of entries) {
    if (entry.mode === '120000') linked.push(path);
    else if (listing.files.length < MAX_FILES) add(path, entry, known, listing);
  }
  if (linked.length === 0) return;
  if (links >= MAX_LINKS) {
    listing.problems.push(`${linked[0]} leads through too many links: it is not read.`);
    return;
  }
  for (const [path, found] of await lookUpIn(git, sha, linked)) {
    if ('leads' in found) {
      listing.problems.push(`${path} is a link that leads ${found.leads}: it is not read.`);
    } else if (found.type === 'blob') {
      add(path, { id: found.id, mode: '100644' }, known, listing);
    } else {
      const inside = await treeEntries(git, found.id, []);
      const below = new Map([...inside].map(([name, entry]) => [posix.join(path, name), entry]));
      await follow(git, sha, below, known, listing, links + 1);
    }
  }
}

function add(
  path: string,
  entry: Entry,
  known: Map<string, Entry>,
  { files }: Listing & { files: string[] },
) {
  known.set(path, entry);
  files.push(path);
}
