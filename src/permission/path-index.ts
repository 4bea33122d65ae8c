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

/** Entries whose matchers share their plain beginning. What is not needed is not made: most hold one. */
interface Shelf {
  /** Those whose beginning goes on, by its next name. */
  next?: Map<string, Shelf>;
  /** Those that go on at any depth with a plain name, by that name: the usual `.env`. */
  byName?: Map<string, Entry[]>;
  rest?: GramIndex<Entry>;
}

/** Path rules of one list and one kind, laid out so that a path meets only those that may match it. */
export class PathIndex {
  readonly #reading: Reading;
  readonly #scene: PathScene;
  readonly #top: Shelf = {};
  readonly #effort: Effort;

  constructor(reading: Reading, scene: Workspace, effort: Effort) {
    this.#effort = effort;
    this.#reading = reading;
    this.#scene = { ...scene, folders: new Map() };
  }

  /** @throws RuleError for a path that can't be used. */
  add(rule: Rule, specifier: string): void {
    for (const matcher of compilePath(specifier, this.#reading, this.#scene, rule.anchor)) {
      let shelf = this.#top;
      for (const name of matcher.names) shelf = shelfBelow(shelf, name);
      place(shelf, { rule, matcher }, this.#effort);
    }
  }

  /** A rule that matches this absolute path; `undefined`: none does. */
  find(path: string, access: 'read' | 'write'): Rule | undefined {
    if (!this.#top.next && !this.#top.byName && !this.#top.rest) return undefined;
    return this.#lookUp(path, access) ?? this.#lookUpBackslashed(path, access);
  }

  /** A tool that takes `a\\b` for `a/b` must not get round a refusal by it. */
  #lookUpBackslashed(path: string, access: 'read' | 'write'): Rule | undefined {
    if (this.#reading === 'grant' || sep === '\\' || !path.includes('\\')) return undefined;
    return this.#lookUp(path.replaceAll('\\', sep), access);
  }

  #lookUp(path: string, access: 'read' | 'write'): Rule | undefined {
    const names = namesOf(path, this.#reading);
    let shelf: Shelf | undefined = this.#top;
    for (let depth = 0; shelf; depth += 1) {
      const found = this.#findIn(shelf, names, depth, access);
      if (found) return found;
      shelf = shelf.next?.get(names[depth] ?? '');
    }
    return undefined;
  }

  #findIn(
    { byName, rest }: Shelf,
    names: readonly string[],
    depth: number,
    access: 'read' | 'write',
  ): Rule | undefined {
    if (!byName && !rest) return undefined;
    const matches = ({ matcher }: Entry) => {
      this.#effort.steps += names.length;
      return matchesPath(matcher, names, this.#reading, access);
    };
    const below = names.slice(depth);
    for (const name of byName ? new Set(below) : []) {
      const found = byName?.get(name)?.find(matches);
      if (found) return found.rule;
    }
    return rest?.find(below.join('/'), matches)?.rule;
  }
}

function shelfBelow(shelf: Shelf, name: string): Shelf {
  shelf.next ??= new Map();
  const below = shelf.next.get(name) ?? {};
  shelf.next.set(name, below);
  return below;
}

function place(shelf: Shelf, entry: Entry, effort: Effort): void {
  const { below } = entry.matcher;
  const [first, second] = below.parts;
  if (first !== '**' || typeof second !== 'object' || !('literal' in second)) {
    shelf.rest ??= new GramIndex(effort);
    shelf.rest.add(longestLiteral(below), entry);
    return;
  }
  shelf.byName ??= new Map();
  const entries = shelf.byName.get(second.literal) ?? [];
  shelf.byName.set(second.literal, entries);
  entries.push(entry);
}
