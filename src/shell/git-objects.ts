import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { textOf } from './git-folders.ts';
import { type GitObject, GitPack, type ObjectKind } from './git-pack.ts';

/** One look at a repository reads no more. */
const MAX_OBJECTS = 20_000;
const MAX_BYTES = 16_777_216;
const HEAD_BYTES = 256;

/**
 * The objects of a repository, read without git: starting it would take time and run what the
 * repository is set to. gitformat-pack and gitrepository-layout tell the forms.
 * Every method throws for what isn't there, isn't understood, or is too much.
 */
export class GitObjects {
  readonly #folders: readonly string[];
  readonly #packs: readonly GitPack[];
  readonly #known = new Map<string, GitObject>();

  constructor(common: string) {
    const own = join(common, 'objects');
    const others = textOf(join(own, 'info/alternates'))?.split('\n').filter(Boolean) ?? [];
    this.#folders = [own, ...others.map((folder) => resolve(own, folder))];
    this.#packs = this.#folders.flatMap((folder) => {
      const packs = join(folder, 'pack');
      const names = existsSync(packs) ? readdirSync(packs) : [];
      return names
        .filter((name) => name.endsWith('.idx'))
        .map((name) => new GitPack(join(packs, name.slice(0, -4)), (id) => this.#whole(id)));
    });
  }

  read(id: string): GitObject {
    const known = this.#known.get(id);
    if (known) return known;
    if (this.#known.size >= MAX_OBJECTS) throw new Error('There are too many objects.');
    const found = this.#find(id, false);
    this.#known.set(id, found);
    return found;
  }

  /** The one id that begins so. */
  complete(start: string): string {
    const loose = this.#folders.flatMap((folder) => {
      const inner = join(folder, start.slice(0, 2));
      const names = existsSync(inner) ? readdirSync(inner) : [];
      return names.map((name) => start.slice(0, 2) + name).filter((id) => id.startsWith(start));
    });
    const ids = new Set([...loose, ...this.#packs.flatMap((pack) => pack.idsFrom(start))]);
    const [id] = ids;
    if (id === undefined || ids.size > 1) throw new Error(`${start} is not the start of one id.`);
    return id;
  }

  /** For a delta, which needs the body of what it is based on. */
  #whole(id: string): GitObject {
    return this.#find(id, true);
  }

  #find(id: string, withBlobs: boolean): GitObject {
    for (const folder of this.#folders) {
      const file = join(folder, id.slice(0, 2), id.slice(2));
      if (existsSync(file)) return readLoose(readFileSync(file), withBlobs);
    }
    for (const pack of this.#packs) {
      const found = pack.read(id, withBlobs);
      if (found) return found;
    }
    throw new Error(`The object ${id} is not there.`);
  }
}

function readLoose(packed: Buffer, withBlobs: boolean): GitObject {
  // Most runs look at no object: not loaded with the rest.
  const { constants, inflateSync } = process.getBuiltinModule('node:zlib');
  const options = { finishFlush: constants.Z_SYNC_FLUSH };
  const head = inflateSync(packed.subarray(0, HEAD_BYTES), options).toString('latin1');
  const kind = /^(commit|tree|blob|tag) \d+\0/.exec(head)?.[1] as ObjectKind | undefined;
  if (!kind) throw new Error('An object has a form that is not known.');
  if (kind === 'blob' && !withBlobs) return { kind, body: Buffer.alloc(0) };
  const whole = inflateSync(packed, { maxOutputLength: MAX_BYTES });
  return { kind, body: whole.subarray(whole.indexOf(0) + 1) };
}
