import { sep } from 'node:path';
import type { Workspace } from '../base/workspace.ts';
import { compilePath, matchesPath, namesOf, type PathMatcher, type Reading } from './match-path.ts';
import type { Rule } from './rule.ts';

interface Entry {
  readonly rule: Rule;
  readonly matcher: PathMatcher;
}

/** Entries whose matchers share their plain beginning. */
interface Shelf {
  /** Those that go on at any depth with a plain name, by that name: the usual `.env`. */
  readonly byName: Map<string, Entry[]>;
  readonly rest: Entry[];
}

/** Path rules of one list and one kind, laid out so that a path meets only those that may match it. */
export class PathIndex {
  readonly #reading: Reading;
  readonly #scene: Workspace;
  readonly #shelves = new Map<string, Shelf>();
  /** No shelf lies deeper: a path of a thousand names is not looked up a thousand times. */
  #deepest = 0;

  constructor(reading: Reading, scene: Workspace) {
    this.#reading = reading;
    this.#scene = scene;
  }

  /** @throws RuleError for a path that can't be used. */
  add(rule: Rule, specifier: string): void {
    for (const matcher of compilePath(specifier, this.#reading, this.#scene, rule.anchor)) {
      this.#deepest = Math.max(this.#deepest, matcher.names.length);
      const key = matcher.names.join('/');
      const shelf = this.#shelves.get(key) ?? { byName: new Map(), rest: [] };
      this.#shelves.set(key, shelf);
      placeOf(shelf, matcher).push({ rule, matcher });
    }
  }

  /** A rule that matches this absolute path; `undefined`: none does. */
  find(path: string, access: 'read' | 'write'): Rule | undefined {
    if (this.#shelves.size === 0) return undefined;
    return this.#lookUp(path, access) ?? this.#lookUpBackslashed(path, access);
  }

  /** A tool that takes `a\\b` for `a/b` must not get round a refusal by it. */
  #lookUpBackslashed(path: string, access: 'read' | 'write'): Rule | undefined {
    if (this.#reading === 'grant' || sep === '\\' || !path.includes('\\')) return undefined;
    return this.#lookUp(path.replaceAll('\\', sep), access);
  }

  #lookUp(path: string, access: 'read' | 'write'): Rule | undefined {
    const names = namesOf(path, this.#reading);
    let key = '';
    const deepest = Math.min(names.length, this.#deepest);
    for (let depth = 0; depth <= deepest; depth += 1) {
      if (depth > 0) key += `${depth > 1 ? '/' : ''}${names[depth - 1]}`;
      const shelf = this.#shelves.get(key);
      const found = shelf && this.#findIn(shelf, names, depth, access);
      if (found) return found;
    }
    return undefined;
  }

  #findIn(
    shelf: Shelf,
    names: readonly string[],
    depth: number,
    access: 'read' | 'write',
  ): Rule | undefined {
    const named = names.slice(depth).flatMap((name) => shelf.byName.get(name) ?? []);
    return [...named, ...shelf.rest].find(({ matcher }) =>
      matchesPath(matcher, names, this.#reading, access),
    )?.rule;
  }
}

function placeOf(shelf: Shelf, { below }: PathMatcher): Entry[] {
  const [first, second] = below.parts;
  if (first !== '**' || typeof second !== 'object' || !('literal' in second)) return shelf.rest;
  const entries = shelf.byName.get(second.literal) ?? [];
  shelf.byName.set(second.literal, entries);
  return entries;
}
