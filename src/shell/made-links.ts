import { lstatSync, readlinkSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { isInside } from '../base/paths.ts';

/** A link that a command makes, moves or copies: where it then lies, and what is written in it. */
export interface MadeLink {
  readonly path: string;
  readonly text: string;
}

/** A file or folder below which a command may put links that nobody knows beforehand. */
export interface MadePlace {
  readonly path: string;
  /** The command, for people. */
  readonly by: string;
}

/** For one path, and for all paths of a line: each is a look at the disk. */
const MAX_STEPS = 5_000;
const MAX_STEPS_OF_LINE = 50_000;
const MAX_LINKS = 40;
/** Links and places that are kept; where there are more, nothing is known of any path. */
const MAX_MADE = 128;
/** So many places are tried sooner than looked up folder by folder. */
const FEW = 8;

/**
 * The links that the parts of one line make. What comes behind may go through them although nothing
 * of them is on disk yet: each may be there or not, as a part may fail.
 */
export class MadeLinks {
  readonly #links = new Map<string, Set<string>>();
  readonly #places = new Map<string, string>();
  /** What was looked at: thousands of paths share their folders. */
  readonly #onDisk = new Map<string, readonly [string] | undefined>();
  #left = MAX_STEPS_OF_LINE;
  /** How many are known: what was found with fewer is no longer all. */
  size = 0;

  /** Some are not kept. */
  isFull = false;

  add(links: readonly MadeLink[], places: readonly MadePlace[]): void {
    for (const { path, text } of links) {
      if (!this.#mayKeep()) return;
      // The folder it lies in may be a link itself.
      for (const folder of this.realPaths(dirname(path)) ?? [dirname(path)]) {
        const at = join(folder, path.slice(path.lastIndexOf('/') + 1));
        const texts = this.#links.get(at) ?? new Set();
        this.#links.set(at, texts);
        if (!texts.has(text)) this.size += 1;
        texts.add(text);
      }
    }
    for (const { path, by } of places) {
      if (!this.#mayKeep()) return;
      if (!this.#places.has(path)) this.size += 1;
      this.#places.set(path, by);
    }
  }

  get hasLinks(): boolean {
    return this.#links.size > 0;
  }

  /** The command that may have put a link where this path leads through. */
  unknownAt(path: string): string | undefined {
    if (this.#places.size <= FEW) {
      for (const [place, by] of this.#places) if (isInside(path, place)) return by;
      return undefined;
    }
    let at = path;
    for (let above = dirname(at); !this.#places.has(at) && above !== at; above = dirname(at)) {
      at = above;
    }
    return this.#places.get(at);
  }

  /** Whether a pattern may find one of them: it is looked up before they are there. */
  mayBeFoundIn(folder: string): boolean {
    const all = [...this.#links.keys(), ...this.#places.keys()];
    return all.some((path) => isInside(path, folder) || isInside(folder, path));
  }

  /** The links at a path and below it. */
  within(path: string): readonly MadeLink[] {
    return [...this.#links]
      .filter(([at]) => isInside(at, path))
      .flatMap(([at, texts]) => [...texts].map((text) => ({ path: at, text })));
  }

  /**
   * What an absolute path may lead to, `..` in it taken after the link before it; `undefined`: more
   * than can be looked at.
   */
  realPaths(path: string): readonly string[] | undefined {
    const found = new Set<string>();
    const open: Way[] = [{ real: '/', rest: namesOf(path), links: 0 }];
    let left = Math.min(MAX_STEPS, this.#left);
    for (let way = open.pop(); way; way = open.pop()) {
      left -= 1;
      this.#left -= 1;
      if (left < 0 || way.links > MAX_LINKS) return undefined;
      if (way.rest.length === 0) found.add(way.real);
      else open.push(...this.#onwards(way));
    }
    return [...found];
  }

  #mayKeep(): boolean {
    this.isFull ||= this.size >= MAX_MADE;
    return !this.isFull;
  }

  #onwards({ real, rest: [name = '', ...rest], links }: Way): readonly Way[] {
    if (name === '..') return [{ real: dirname(real), rest, links }];
    const next = join(real, name);
    const onDisk = this.#textOf(next);
    const texts = [...new Set([...(this.#links.get(next) ?? []), ...(onDisk ?? [])])];
    const ways = texts.map((text) => ({
      real: isAbsolute(text) ? '/' : real,
      rest: [...namesOf(text), ...rest],
      links: links + 1,
    }));
    return onDisk ? ways : [{ real: next, rest, links }, ...ways];
  }

  #textOf(path: string): readonly [string] | undefined {
    if (!this.#onDisk.has(path)) this.#onDisk.set(path, textOf(path));
    return this.#onDisk.get(path);
  }
}

/** A path that is followed name by name. */
interface Way {
  readonly real: string;
  readonly rest: readonly string[];
  readonly links: number;
}

/** What is written in a link on disk; `undefined` for what is none, or can't be looked at. */
export function textOf(path: string): readonly [string] | undefined {
  try {
    // Asked first, as most are none: a failed look at one costs ten times this.
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
    return isLink ? [readlinkSync(path)] : undefined;
  } catch {
    return undefined;
  }
}

function namesOf(path: string): string[] {
  return path.split('/').filter((name) => name !== '' && name !== '.');
}
