import { ConfigError } from '../base/errors.ts';
import type { Git } from './git.ts';

/**
 * Git hands out what lies under an object's name without a look whether it is that: who can write below
 * `.git` gives the base commit, or what is already on a branch, another content.
 */
export interface TrueObject {
  readonly type: string;
  readonly bytes: Buffer;
}

/** As many are asked for at once. */
const AT_ONCE = 10_000;
/** Folders of a repository; more are not looked through. */
const MAX_FOLDERS = 1_000_000;

/**
 * Objects by id, all of them in memory. One that is not there is none.
 * @throws ConfigError for one that is not what its name says.
 */
export async function readTrue(
  git: Git,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TrueObject>> {
  const objects = new Map<string, TrueObject>();
  if (ids.length === 0) return objects;
  const { createHash } = await import('node:crypto');
  const asked = [...new Set(ids)];
  const output = Buffer.from(
    await git(['cat-file', '--batch'], { input: `${asked.join('\n')}\n`, encoding: 'latin1' }),
    'latin1',
  );
  // `<id> <type> <size>\n<bytes>\n` or `<id> missing\n`, one after another, in the order asked for.
  let at = 0;
  for (const id of asked) {
    const end = output.indexOf(0x0a, at);
    const [named, type = '', size] = output.toString('latin1', at, end).split(' ');
    at = end + 1;
    if (named === id && type === 'missing') continue;
    const bytes = output.subarray(at, at + Number(size));
    at += bytes.length + 1;
    const hash = createHash(id.length === 64 ? 'sha256' : 'sha1');
    const sum = hash.update(`${type} ${bytes.length}\0`).update(bytes).digest('hex');
    if (named !== id || sum !== id) throw notTrue(id);
    objects.set(id, { type, bytes });
  }
  return objects;
}

function notTrue(id: string): ConfigError {
  return new ConfigError(
    `The object ${id} in .git is not what its name says: something wrote over it. Check out afresh, before anything else runs.`,
  );
}

/**
 * Looks whether commits and trees, all folders below them and all links in these are what their names
 * say. What is not there is passed over: git can't read it either.
 * @throws ConfigError when one is not.
 */
export async function verifyTrees(git: Git, ids: readonly string[]): Promise<void> {
  const seen = new Set(ids);
  let next = [...seen];
  while (next.length > 0) {
    const asked = next.slice(0, AT_ONCE);
    next = next.slice(AT_ONCE);
    for (const [own, object] of await readTrue(git, asked)) {
      for (const id of leadsTo(object, own.length / 2)) {
        if (seen.has(id)) continue;
        seen.add(id);
        next.push(id);
      }
    }
    if (seen.size > MAX_FOLDERS) {
      throw new ConfigError(`The repository has more than ${MAX_FOLDERS} folders and links.`);
    }
  }
}

function leadsTo({ type, bytes }: TrueObject, idBytes: number): string[] {
  if (type === 'commit') {
    return /^tree ([0-9a-f]+)\n/.exec(bytes.toString('latin1', 0, 80))?.slice(1) ?? [];
  }
  return type === 'tree' ? foldersAndLinks(bytes, idBytes) : [];
}

/** A tree is `<mode> <name>\0<id>`, one after another. */
function foldersAndLinks(tree: Buffer, idBytes: number): string[] {
  const found: string[] = [];
  for (let at = 0; at < tree.length; ) {
    const name = tree.indexOf(0x20, at);
    const id = tree.indexOf(0, name) + 1;
    const mode = tree.toString('latin1', at, name);
    at = id + idBytes;
    if (mode === '40000' || mode === '120000') found.push(tree.toString('hex', id, at));
  }
  return found;
}
