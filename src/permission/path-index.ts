import { sep } from 'node:path';
import { longestLiteral } from '../base/pattern.ts';
import type { Workspace } from '../base/workspace.ts';
import { type Effort, GramIndex } from './gram-index.ts';
import {
  compilePath,
  matchesPath,
  namesOf,
  type PathMatcher,
  type PathScene,
  type Reading,
} from './match-path.ts';
import type { Rule } from './rule.ts';

interface Entry {
  readonly rule: Rule;
  readonly matcher: PathMatcher;
}

/** Entries whose matchers share their plain beginning. */
interface Shelf {
  /** Those that go on at any depth with a plain name, by that name: the usual `.env`. */
  readonly byName: Map<string, Entry[]>;
  readonly rest: GramIndex<Entry>;
}

/** Path rules of one list and one kind, laid out so that a path meets only those that may match it. */
export class PathIndex {
  readonly #reading: Reading;
  readonly #scene: PathScene;
  readonly #shelves = new Map<string, Shelf>();
  /** No shelf lies deeper: a path of a thousand names is not looked up a thousand times. */
  #deepest = 0;

  readonly #effort: Effort;

  constructor(reading: Reading, scene: Workspace, effort: Effort) {
    this.#effort = effort;
    this.#reading = reading;
    this.#scene = { ...scene, folders: new Map() };
  }

  /** @throws RuleError for a path that can't be used. */
  add(rule: Rule, specifier: string): void {
    for (const matcher of compilePath(specifier, this.#reading, this.#scene, rule.anchor)) {
      this.#deepest = Math.max(this.#deepest, matcher.names.length);
      const key = matcher.names.join('/');
      const rest = () => new GramIndex<Entry>(this.#effort);
      const shelf = this.#shelves.get(key) ?? { byName: new Map(), rest: rest() };
      this.#shelves.set(key, shelf);
      place(shelf, { rule, matcher });
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
    const matches = ({ matcher }: Entry) => {
      this.#effort.steps += names.length;
      return matchesPath(matcher, names, this.#reading, access);
    };
    const below = names.slice(depth);
    for (const name of shelf.byName.size > 0 ? new Set(below) : []) {
      const found = shelf.byName.get(name)?.find(matches);
      if (found) return found.rule;
    }
    return shelf.rest.find(below.join('/'), matches)?.rule;
  }
}

function place(shelf: Shelf, entry: Entry): void {
  const { below } = entry.matcher;
  const [first, second] = below.parts;
  if (first !== '**' || typeof second !== 'object' || !('literal' in second)) {
    shelf.rest.add(longestLiteral(below), entry);
    return;
  }
  const entries = shelf.byName.get(second.literal) ?? [];
  shelf.byName.set(second.literal, entries);
  entries.push(entry);
}
