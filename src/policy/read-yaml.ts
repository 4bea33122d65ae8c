import type { Document, Node, Pair, ParsedNode, YAMLSeq } from 'yaml';
import { isAlias, isMap, isScalar, isSeq, parseDocument } from 'yaml';
import { ConfigError } from '../base/errors.ts';
import { condense, type ItemRun } from './item-runs.ts';
import { readPlain } from './plain-yaml.ts';
import type { Place } from './policy-source.ts';
import { LinePlaces, offsetOf, type Spot, spotIn } from './yaml-places.ts';

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
  if (text.length > MAX_CHARS) {
    const walk = new Walk(text, file, []);
    walk.problem(0, `The file has more than ${MAX_CHARS} characters, too many for ${noun}.`);
    return walk.result(undefined);
  }
  const plain = readPlain(text);
  if (plain) return yamlFile(plain.data, plain.root, new LinePlaces(text), []);
  return readCondensed(text, file, noun) ?? readWhole(text, file, noun);
}

function yamlFile(
  data: unknown,
  root: Spot,
  lines: LinePlaces,
  problems: readonly ConfigError[],
): YamlFile {
  return {
    data: problems.length > 0 ? undefined : data,
    placeOf: (path) => lines.of(offsetOf(root, path)),
    placeOfKey: (path) => lines.of(offsetOf(root, path, true)),
    problems,
  };
}

/** The same as `readWhole` at a fraction of its time; `undefined` wherever that is not certain. */
function readCondensed(text: string, file: string, noun: string): YamlFile | undefined {
  const condensed = condense(text);
  if (condensed.runs.length === 0) return undefined;
  const walk = new Walk(text, file, condensed.runs);
  const read = walk.document(parse(condensed.text), noun);
  return read.problems.length === 0 && walk.metAllRuns() ? read : undefined;
}

/** Exported for tests: what the parser alone makes of the text. */
export function readWhole(text: string, file: string, noun = 'a policy'): YamlFile {
  return new Walk(text, file, []).document(parse(text), noun);
}

function parse(text: string): Document.Parsed {
  return parseDocument(text, { prettyErrors: false, version: '1.2' });
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
  readonly problems: ConfigError[] = [];
  readonly #file: string;
  readonly #lines: LinePlaces;
  readonly #root = spotIn(undefined, '', 0);
  readonly #anchors = new Map<string, Node>();
  readonly #runs: ReadonlyMap<number, ItemRun>;
  readonly #met = new Set<ItemRun>();
  #nodes = 0;

  constructor(text: string, file: string, runs: readonly ItemRun[]) {
    this.#file = file;
    this.#lines = new LinePlaces(text);
    this.#runs = new Map(runs.map((run) => [run.first, run]));
  }

  document(document: Document.Parsed, noun: string): YamlFile {
    for (const error of [...document.errors, ...document.warnings]) {
      this.problem(error.pos[0], sentence(error.code, error.message, noun));
    }
    if (document.directives.yaml.version !== '1.2') {
      this.problem(0, 'Only YAML 1.2 is read; remove the `%YAML` line.');
    }
    if (this.problems.length > 0) return this.result(undefined);
    const { contents } = document;
    this.#root.at = offsetOfNode(contents);
    return this.result(this.#value(contents, this.#root, 0));
  }

  problem(offset: number, message: string): void {
    const [line, column] = this.#lines.of(offset);
    this.problems.push(new ConfigError(message, { at: { file: this.#file, line, column } }));
  }

  metAllRuns(): boolean {
    return this.#met.size === this.#runs.size;
  }

  result(data: unknown): YamlFile {
    return yamlFile(data, this.#root, this.#lines, this.problems);
  }

  /** `spot`: the place of the node or, for what an alias stands for, of the alias. */
  #value(node: Node | ParsedNode | null | undefined, spot: Spot, depth: number): unknown {
    if (!node) return null;
    if (!this.#counts(offsetOfNode(node), depth)) return undefined;
    if (isAlias(node)) return this.#alias(node.source, offsetOfNode(node), spot, depth);
    if (node.anchor) this.#anchors.set(node.anchor, node);
    if (isMap(node)) return this.#map(node.items, spot, depth);
    if (isSeq<Node>(node)) return this.#list(node, spot, depth);
    return isScalar(node) ? node.value : undefined;
  }

  #counts(offset: number, depth: number): boolean {
    this.#nodes += 1;
    if (this.#nodes <= MAX_NODES && depth <= MAX_DEPTH) return true;
    if (this.problems.length === 0) {
      this.problem(offset, 'The file is too large or too deep once its aliases are filled in.');
    }
    return false;
  }

  #map(pairs: readonly Pair[], spot: Spot, depth: number): unknown {
    const data: Record<string, unknown> = {};
    for (const { key, value } of pairs as Pair<Node, Node>[]) {
      const offset = offsetOfNode(key);
      const name = isScalar(key) ? key.value : undefined;
      // `__proto__` would change the object instead of standing in it, unseen by the schema.
      if (typeof name !== 'string' || name === '__proto__') {
        this.problem(
          offset,
          'A key has to be a plain word; put it in quotes if it looks otherwise.',
        );
        continue;
      }
      const inner = spotIn(spot, name, value ? offsetOfNode(value) : offset);
      inner.keyAt = offset;
      data[name] = this.#value(value, inner, depth + 1);
    }
    return data;
  }

  #list({ items, flow }: YAMLSeq<Node>, spot: Spot, depth: number): unknown[] {
    const data: unknown[] = [];
    for (const [index, item] of items.entries()) {
      const offset = offsetOfNode(item);
      data.push(this.#value(item, spotIn(spot, data.length, offset), depth + 1));
      const run = this.#runs.get(offset);
      if (!run || flow || !isScalar(item) || offsetOfNode(items[index + 1]) !== run.last) continue;
      this.#met.add(run);
      for (const { offset: at, value } of run.between) {
        if (!this.#counts(at, depth + 1)) break;
        spotIn(spot, data.length, at);
        data.push(value);
      }
    }
    return data;
  }

  #alias(name: string, offset: number, spot: Spot, depth: number): unknown {
    const node = this.#anchors.get(name);
    if (!node) {
      this.problem(offset, `The alias \`*${name}\` names no anchor above it.`);
      return undefined;
    }
    return this.#value(node, spot, depth + 1);
  }
}

function offsetOfNode(node: Node | null | undefined): number {
  return node?.range?.[0] ?? 0;
}
