import type { Node, Pair, ParsedNode } from 'yaml';
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { ConfigError } from '../base/errors.ts';
import type { Place } from './policy-source.ts';

type Path = readonly PropertyKey[];

/** A YAML file as plain data that remembers where everything stood. */
export interface YamlFile {
  /** `undefined` when `problems` isn't empty. */
  readonly data: unknown;
  /** Where the value at a path begins; for a path that isn't there, its nearest parent. */
  placeOf(path: Path): Place;
  /** Where the key at a path begins. */
  placeOfKey(path: Path): Place;
  readonly problems: readonly ConfigError[];
}

const MAX_CHARS = 262_144;
// Bounds what aliases can blow up to (“billion laughs”): each use of an alias counts anew.
const MAX_NODES = 20_000;
const MAX_DEPTH = 40;

/**
 * Reads one YAML 1.2 document whose keys are all strings. Never throws for what the text holds.
 * `noun` names what the file is in messages. Heavy to load (the parser): import it only when there is a file to read.
 */
export function readYaml(text: string, file: string, noun = 'a policy'): YamlFile {
  const walk = new Walk(file);
  if (text.length > MAX_CHARS) {
    walk.problem(0, `The file has more than ${MAX_CHARS} characters, too many for ${noun}.`);
    return walk.result(undefined);
  }
  const document = parseDocument(text, {
    lineCounter: walk.lines,
    prettyErrors: false,
    version: '1.2',
  });
  for (const error of [...document.errors, ...document.warnings]) {
    walk.problem(error.pos[0], sentence(error.code, error.message, noun));
  }
  if (document.directives.yaml.version !== '1.2') {
    walk.problem(0, 'Only YAML 1.2 is read; remove the `%YAML` line.');
  }
  if (walk.problems.length > 0) return walk.result(undefined);
  return walk.result(walk.value(document.contents, []));
}

function sentence(code: string, message: string, noun: string): string {
  if (code === 'DUPLICATE_KEY') return 'This key stands here twice; keep one of the two.';
  if (code === 'TAB_AS_INDENT') return 'YAML is indented with blanks, not with tabs.';
  if (code === 'MULTIPLE_DOCS') {
    return `A second document begins here (\`---\`); ${noun} is one document.`;
  }
  return `Not valid YAML: ${message.replace(/[.;\s]+$/u, '')}.`;
}

/** Turns nodes into plain data and collects their places. */
class Walk {
  readonly lines = new LineCounter();
  readonly problems: ConfigError[] = [];
  readonly #file: string;
  readonly #values = new Map<string, Place>();
  readonly #keys = new Map<string, Place>();
  readonly #anchors = new Map<string, Node>();
  #nodes = 0;

  constructor(file: string) {
    this.#file = file;
  }

  problem(offset: number, message: string): void {
    const [line, column] = this.#place(offset);
    this.problems.push(new ConfigError(message, { at: { file: this.#file, line, column } }));
  }

  result(data: unknown): YamlFile {
    return {
      data: this.problems.length > 0 ? undefined : data,
      placeOf: (path) => this.#find(this.#values, path),
      placeOfKey: (path) => this.#find(this.#keys, path),
      problems: this.problems,
    };
  }

  value(node: Node | ParsedNode | null | undefined, path: Path, depth = 0): unknown {
    if (!node) return null;
    const offset = node.range?.[0] ?? 0;
    this.#nodes += 1;
    if (this.#nodes > MAX_NODES || depth > MAX_DEPTH) {
      if (this.problems.length === 0) {
        this.problem(offset, 'The file is too large or too deep once its aliases are filled in.');
      }
      return undefined;
    }
    if (!this.#values.has(keyOf(path))) this.#values.set(keyOf(path), this.#place(offset));
    if (isAlias(node)) return this.#alias(node.source, offset, path, depth);
    if (node.anchor) this.#anchors.set(node.anchor, node);
    if (isMap(node)) return this.#map(node.items, path, depth);
    if (isSeq<Node>(node)) {
      return node.items.map((item, index) => this.value(item, [...path, index], depth + 1));
    }
    return isScalar(node) ? node.value : undefined;
  }

  #map(pairs: readonly Pair[], path: Path, depth: number): unknown {
    const data: Record<string, unknown> = {};
    for (const { key, value } of pairs as Pair<Node, Node>[]) {
      const offset = key.range?.[0] ?? 0;
      const name = isScalar(key) ? key.value : undefined;
      // `__proto__` would change the object instead of standing in it, unseen by the schema.
      if (typeof name !== 'string' || name === '__proto__') {
        this.problem(
          offset,
          'A key has to be a plain word; put it in quotes if it looks otherwise.',
        );
        continue;
      }
      const inner = [...path, name];
      this.#keys.set(keyOf(inner), this.#place(offset));
      if (!value) this.#values.set(keyOf(inner), this.#place(offset));
      data[name] = this.value(value, inner, depth + 1);
    }
    return data;
  }

  #alias(name: string, offset: number, path: Path, depth: number): unknown {
    const node = this.#anchors.get(name);
    if (!node) {
      this.problem(offset, `The alias \`*${name}\` names no anchor above it.`);
      return undefined;
    }
    return this.value(node, path, depth + 1);
  }

  #place(offset: number): Place {
    const { line, col } = this.lines.linePos(offset);
    return [Math.max(line, 1), Math.max(col, 1)];
  }

  #find(places: ReadonlyMap<string, Place>, path: Path): Place {
    const place = places.get(keyOf(path)) ?? this.#values.get(keyOf(path));
    if (place) return place;
    return path.length === 0 ? [1, 1] : this.#find(this.#values, path.slice(0, -1));
  }
}

function keyOf(path: Path): string {
  return JSON.stringify(path);
}
