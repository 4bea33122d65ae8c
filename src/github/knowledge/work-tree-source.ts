import type { Dirent } from 'node:fs';
import { lstat, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { messageOf } from '../../base/errors.ts';
import { isInside } from '../../base/paths.ts';
import {
  type KnowledgeSource,
  type Listing,
  MAX_FILE_BYTES,
  MAX_FILES,
  type SupportingFile,
  Unreadable,
} from '../../knowledge/source.ts';

export interface WorkTreePlace {
  /** Absolute, real. */
  readonly root: string;
  readonly shownAs: string;
  readonly inPlace: boolean;
  /** Those of the paths that git knows. Absent: all. */
  readonly tracked?: (paths: readonly string[]) => Promise<ReadonlySet<string>>;
}

const MAX_DEPTH = 10;

/** Files as they lie there now. A link that leads out, or into git's own files, is not followed (CCA #1441). */
export function workTreeSource(place: WorkTreePlace): KnowledgeSource {
  const { root, tracked } = place;
  return {
    ...place,
    list: async (places, options) => {
      const walk = new Walk(root);
      // Most are not there: one round finds that out for all.
      const there = await Promise.all(places.map((one) => isThere(join(root, one))));
      for (const one of places.filter((_, index) => there[index])) await walk.look(one, 0);
      const { files, problems } = walk;
      if (!options?.tracked || !tracked || files.length === 0) return { files, problems };
      const known = await tracked(files).catch(() => new Set<string>());
      return { files: files.filter((file) => known.has(file)), problems };
    },
    read: async (paths) => {
      const texts = await Promise.all(paths.map((path) => readOne(root, path)));
      return new Map(
        paths.flatMap((path, index) => {
          const text = texts[index];
          return text === undefined ? [] : [[path, text] as const];
        }),
      );
    },
    supporting: async (paths, folder) => {
      const files: SupportingFile[] = [];
      for (const path of paths) {
        const real = await realpath(join(root, path));
        if (!isOwn(real, root)) throw new Unreadable(`${path} is a link that leads out`);
        const { mode } = await stat(real);
        const bytes = await readFile(real);
        const executable = (mode & 0o100) !== 0;
        files.push({ path: path.slice(folder.length + 1), bytes, executable });
      }
      return files;
    },
  };
}

function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

class Walk implements Listing {
  readonly files: string[] = [];
  readonly problems: string[] = [];
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async look(path: string, depth: number): Promise<void> {
    const found = await stat(join(this.#root, path)).catch(() => undefined);
    if (!found) return;
    const real = await realpath(join(this.#root, path));
    if (!isOwn(real, this.#root)) {
      this.problems.push(`${path} is a link that leads out of the checkout: it is not read.`);
      return;
    }
    if (found.isFile()) this.#add(path);
    else if (found.isDirectory()) await this.#folder(path, depth);
  }

  async #folder(path: string, depth: number): Promise<void> {
    // Links in a circle end here.
    if (depth > MAX_DEPTH || this.files.length >= MAX_FILES) return;
    let entries: Dirent[];
    try {
      entries = await readdir(join(this.#root, path), { withFileTypes: true });
    } catch (error) {
      this.problems.push(`${path} can't be looked into: ${messageOf(error)}`);
      return;
    }
    for (const entry of entries) {
      const below = `${path}/${entry.name}`;
      if (entry.isFile()) this.#add(below);
      else if (entry.isDirectory()) await this.#folder(below, depth + 1);
      else if (entry.isSymbolicLink()) await this.look(below, depth + 1);
    }
  }

  #add(path: string): void {
    this.files.push(path);
    if (this.files.length === MAX_FILES) {
      this.problems.push(
        `More than ${MAX_FILES} files of instructions and skills: the rest is not seen.`,
      );
    }
  }
}

async function readOne(root: string, path: string): Promise<string | Unreadable | undefined> {
  try {
    const real = await realpath(join(root, path));
    if (!isOwn(real, root)) return new Unreadable('it is a link that leads out of the checkout');
    const found = await stat(real);
    // A pipe would be waited for, for ever.
    if (!found.isFile()) return undefined;
    if (found.size > MAX_FILE_BYTES) return new Unreadable('it is larger than 4 MiB');
    return await readFile(real, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    return new Unreadable(messageOf(error));
  }
}

function isOwn(real: string, root: string): boolean {
  return isInside(real, root) && relative(root, real).split(sep)[0]?.toLowerCase() !== '.git';
}
