import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isInside } from '../../base/paths.ts';
import type { IgnoreChain } from './ignore-chain.ts';

export interface WalkRequest {
  /** Absolute and real. */
  readonly start: string;
  /** Links are followed to files and folders inside this one only. */
  readonly root: string;
  /** `undefined`: nothing is ignored. */
  readonly chain: IgnoreChain | undefined;
  /** Names that the caller asked for by name, so that no ignore file hides them. */
  readonly named: ReadonlySet<string>;
  /** How deep below `start` files may lie; 0: in it. */
  readonly maxDepth: number;
  readonly signal: AbortSignal;
  onFile(path: string): void;
  /** The most folders to read; the walk then ends early. */
  readonly maxFolders?: number | undefined;
}

/** What a walk passed over. Absolute paths. */
export interface Skipped {
  readonly ignoredFolders: readonly string[];
  readonly ignoredFiles: number;
  readonly unreadableFolders: readonly string[];
  /** Links that lead out of the workspace, into a folder above, or nowhere. */
  readonly links: number;
  /** `maxFolders` was reached. */
  readonly cutShort: boolean;
}

interface Folder {
  readonly path: string;
  readonly depth: number;
  /** The rules for what lies in the folder above. */
  readonly chain: IgnoreChain | undefined;
  readonly throughLink: boolean;
}

const PARALLEL = 32;

/**
 * Calls `onFile` for every file below `start`, dot files included, `.git` left out. Folders that
 * ignore files name are not entered.
 * @throws the signal's reason when it fires.
 */
export async function walkFiles(request: WalkRequest): Promise<Skipped> {
  const skipped = {
    ignoredFolders: [] as string[],
    ignoredFiles: 0,
    unreadableFolders: [] as string[],
    links: 0,
    cutShort: false,
  };
  const first = { path: request.start, depth: 0, chain: request.chain, throughLink: false };
  const pending: Folder[] = [first];
  let read = 0;
  while (pending.length > 0) {
    request.signal.throwIfAborted();
    if (read >= (request.maxFolders ?? Number.POSITIVE_INFINITY)) {
      skipped.cutShort = true;
      break;
    }
    const batch = pending.splice(0, PARALLEL);
    read += batch.length;
    const found = await Promise.all(batch.map((folder) => readFolder(folder, request, skipped)));
    pending.push(...found.flat());
  }
  return skipped;
}

type Tally = {
  -readonly [Key in keyof Skipped]: Skipped[Key] extends readonly string[]
    ? string[]
    : Skipped[Key];
};

/** Reports the files of one folder and gives the folders in it that are to be entered. */
async function readFolder(folder: Folder, request: WalkRequest, skipped: Tally): Promise<Folder[]> {
  const entries = await entriesOf(folder, skipped);
  const chain = await folder.chain?.below(folder.path, new Set(entries.map(({ name }) => name)));
  const inner: Folder[] = [];
  for (const entry of entries) {
    const path = join(folder.path, entry.name);
    const kind = await kindOf(entry, path, folder, request.root);
    if (kind === undefined) {
      skipped.links += Number(entry.isSymbolicLink());
      continue;
    }
    // Whoever names an ignored folder wants what is in it.
    const named = request.named.has(entry.name);
    const ignored = chain?.ignores(path, kind === 'folder');
    if (ignored && !named) countIgnored(path, kind, skipped);
    else if (kind === 'file') request.onFile(path);
    else inner.push(enter(folder, path, ignored ? undefined : chain, entry.isSymbolicLink()));
  }
  return folder.depth < request.maxDepth ? inner : [];
}

async function entriesOf(folder: Folder, skipped: Tally): Promise<Dirent[]> {
  try {
    const entries = await readdir(folder.path, { withFileTypes: true });
    return entries.filter((entry) => entry.name !== '.git');
  } catch {
    skipped.unreadableFolders.push(folder.path);
    return [];
  }
}

function countIgnored(path: string, kind: 'file' | 'folder', skipped: Tally): void {
  if (kind === 'folder') skipped.ignoredFolders.push(path);
  else skipped.ignoredFiles += 1;
}

function enter(from: Folder, path: string, chain: Folder['chain'], isLink: boolean): Folder {
  return { path, depth: from.depth + 1, chain, throughLink: from.throughLink || isLink };
}

/** `undefined`: a link that is not followed, a socket, a pipe or a device. */
async function kindOf(
  entry: Dirent,
  path: string,
  folder: Folder,
  root: string,
): Promise<'file' | 'folder' | undefined> {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? kindOfTarget(path, folder, root) : undefined;
}

async function kindOfTarget(
  path: string,
  folder: Folder,
  root: string,
): Promise<'file' | 'folder' | undefined> {
  try {
    const real = await realpath(path);
    // A link must not lead a search out of the workspace, nor into the repository's own data.
    if (!isInside(real, root) || isInside(real, join(root, '.git'))) return undefined;
    const target = await stat(real);
    if (target.isFile()) return 'file';
    // One link deep: links among linked folders can multiply without end.
    const loops = folder.throughLink || isInside(await realpath(dirname(path)), real);
    return target.isDirectory() && !loops ? 'folder' : undefined;
  } catch {
    return undefined;
  }
}
