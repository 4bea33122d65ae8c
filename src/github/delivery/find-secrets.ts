import type { Git } from '../git.ts';
import { blobSizes, readBlobs } from './read-blobs.ts';
import { ABSENT, REPOSITORY, type TreeChange, treeChanges } from './tree-changes.ts';

/** More than this is not searched, and what is not searched does not leave. */
const MAX_BYTES = 64 * 1024 * 1024;

export interface SecretFindings {
  /** Paths whose new content or name holds a secret that the old did not. */
  readonly secret: readonly string[];
  /** Paths that were too large to be searched. */
  readonly unsearched: readonly string[];
}

type Found = (text: string) => readonly string[];

export interface Change {
  readonly before: string;
  readonly after: string;
  /** The commit or tree that others have; `undefined`: not known, and then nothing counts as had. */
  readonly published: string | undefined;
}

/**
 * Looks for secrets that the changes bring in: in whole files, since a patch packs binary ones. What
 * is published with the old version of a file is no news: taking a secret out has to be possible.
 * Packed contents (archives, images) are not unpacked.
 * @param found gives the secrets in a text, as they stand there.
 */
export async function findSecrets(
  git: Git,
  { before, after, published }: Change,
  found: Found,
): Promise<SecretFindings> {
  const changes = await treeChanges(git, before, after);
  // An earlier step may have written a secret to a file that was never committed.
  const own = published === undefined ? [] : await treeChanges(git, published, before);
  const unpublished = new Set(own.map(({ path }) => path));
  const isPublished = (path: string) => published !== undefined && !unpublished.has(path);
  const read = changes.filter(
    ({ path, newMode }) => newMode !== REPOSITORY && (newMode !== ABSENT || !isPublished(path)),
  );
  const sizes = await blobSizes(git, read.flatMap(blobsOf));
  const unsearched: string[] = [];
  const searched: TreeChange[] = [];
  let room = MAX_BYTES;
  for (const change of read) {
    const size = blobsOf(change).reduce((sum, id) => sum + (sizes.get(id) ?? 0), 0);
    if (size > room) unsearched.push(change.path);
    else {
      room -= size;
      searched.push(change);
    }
  }
  const blobs = await readBlobs(git, searched.flatMap(blobsOf));
  const isNew = ({ path, oldId, newId }: TreeChange) => {
    const now = blobs.get(newId) ?? Buffer.alloc(0);
    // A patch has the lines that go, too.
    return isPublished(path)
      ? bringsSecret(blobs.get(oldId), now, found)
      : [blobs.get(oldId), now].some((blob) => blob && bringsSecret(undefined, blob, found));
  };
  const named = changes.filter(({ path }) => found(path).length > 0);
  const secret = [...named, ...searched.filter(isNew)].map(({ path }) => path);
  return { secret: [...new Set(secret)], unsearched };
}

function blobsOf({ oldMode, newMode, oldId, newId }: TreeChange): string[] {
  const isBlob = (mode: string) => mode !== ABSENT && mode !== REPOSITORY;
  return [...(isBlob(oldMode) ? [oldId] : []), ...(isBlob(newMode) ? [newId] : [])];
}

/**
 * Compares what is found in both, each searched whole: a secret may be spread over lines, with any of
 * those that were there before in between.
 */
function bringsSecret(before: Buffer | undefined, after: Buffer, found: Found): boolean {
  return readings(after).some((read) => {
    const now = found(read(after));
    if (now.length === 0 || before === undefined) return now.length > 0;
    const known = new Set(found(read(before)));
    return now.some((secret) => !known.has(secret));
  });
}

/** The ways in which bytes may be text. */
function readings(bytes: Buffer): ((bytes: Buffer) => string)[] {
  const utf8 = (read: Buffer) => read.toString('utf8');
  if (!bytes.includes(0)) return [utf8];
  return [utf8, (read) => read.toString('utf16le'), (read) => read.subarray(1).toString('utf16le')];
}
