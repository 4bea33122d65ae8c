import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type GitFolders, textOf } from './git-folders.ts';
import type { GitObjects } from './git-objects.ts';

const ID = /^[0-9a-f]{40}$/;
const PREFIXES = ['', 'refs/', 'refs/tags/', 'refs/heads/', 'refs/remotes/'];
const MAX_LINKS = 5;

/** Names of revisions, as gitrevisions tells them; the rarer forms are not understood. */
export class GitRevisions {
  readonly #folders: GitFolders;
  readonly #objects: GitObjects;
  readonly #packed: ReadonlyMap<string, string>;
  readonly #cut: ReadonlySet<string>;

  constructor(folders: GitFolders, objects: GitObjects) {
    this.#folders = folders;
    this.#objects = objects;
    const lines = (textOf(join(folders.common, 'packed-refs')) ?? '').split('\n');
    const refs = lines.flatMap((line) => {
      const [, id, name] = /^([0-9a-f]{40}) (\S+)$/.exec(line) ?? [];
      return id !== undefined && name !== undefined ? [[name, id] as const] : [];
    });
    this.#packed = new Map(refs);
    const replaced = join(folders.common, 'refs/replace');
    if (existsSync(replaced) || refs.some(([name]) => name.startsWith('refs/replace/'))) {
      throw new Error('Objects are replaced.');
    }
    this.#cut = new Set((textOf(join(folders.common, 'shallow')) ?? '').split('\n'));
  }

  /**
   * The id of what a name stands for; `undefined` for the parent of a commit without one.
   * @throws Error for what isn't there or isn't understood.
   */
  resolve(text: string): string | undefined {
    const [, name = '', steps = ''] = /^(.*?)((?:[~^](?:\d+|\{\w*\})?)*)$/.exec(text) ?? [];
    let id: string | undefined = this.#named(name);
    for (const [step] of steps.matchAll(/[~^](?:\d+|\{\w*\})?/g)) {
      if (id === undefined) return undefined;
      id = this.#step(id, step);
    }
    return id;
  }

  parentsOf(commit: string): readonly string[] {
    if (this.#cut.has(commit)) return [];
    return [...this.#head(commit).matchAll(/^parent ([0-9a-f]{40})$/gm)].map(([, id = '']) => id);
  }

  treeOf(commit: string): string {
    return this.#field(commit, /^tree ([0-9a-f]{40})$/m);
  }

  dateOf(commit: string): number {
    return Number(this.#field(commit, /^committer .* (\d+) [+-]\d+$/m));
  }

  /** What a tag stands for in the end. */
  peel(id: string): string {
    return this.#objects.read(id).kind === 'tag'
      ? this.peel(this.#field(id, /^object ([0-9a-f]{40})$/m))
      : id;
  }

  /** What all refs stand for. */
  all(): readonly string[] {
    const found = new Set([this.#named('HEAD'), ...this.#packed.values()]);
    for (const folder of new Set([this.#folders.common, this.#folders.own])) {
      const refs = join(folder, 'refs');
      for (const name of existsSync(refs) ? readdirSync(refs, { recursive: true }) : []) {
        const file = join(refs, String(name));
        if (statSync(file).isFile()) found.add(this.#ofText(readFileSync(file, 'utf8'), MAX_LINKS));
      }
    }
    return [...found].filter((id) => id !== undefined).map((id) => this.peel(id));
  }

  #named(name: string): string | undefined {
    const entry = /^(.+)@\{(\d+)\}$/.exec(name);
    if (entry) return this.#logged(entry[1] ?? '', Number(entry[2]));
    if (/[{}:\\*?[\s]|\.\.|^-/.test(name)) throw new Error(`${name} is not understood.`);
    const refs = PREFIXES.map((prefix) => prefix + (name === '@' ? 'HEAD' : name));
    for (const ref of [...refs, `refs/remotes/${name}/HEAD`]) {
      const id = this.#ref(ref, MAX_LINKS);
      if (id !== undefined) return id;
    }
    if (ID.test(name)) return name;
    if (/^[0-9a-f]{4,39}$/.test(name)) return this.#objects.complete(name);
    throw new Error(`${name} is not there.`);
  }

  #ref(name: string, links: number): string | undefined {
    for (const folder of [this.#folders.own, this.#folders.common]) {
      const file = join(folder, name);
      if (!statSync(file, { throwIfNoEntry: false })?.isFile()) continue;
      const id = this.#ofText(readFileSync(file, 'utf8'), links);
      if (id !== undefined) return id;
    }
    return this.#packed.get(name);
  }

  /** `undefined`: a branch without a commit. */
  #ofText(text: string, links: number): string | undefined {
    const target = /^ref: (\S+)\s*$/.exec(text)?.[1];
    if (target !== undefined && links > 0) return this.#ref(target, links - 1);
    const id = text.slice(0, 40);
    // FETCH_HEAD has more behind it.
    if (!ID.test(id)) throw new Error('A reference is not understood.');
    return id;
  }

  #logged(name: string, back: number): string {
    const file = name === 'HEAD' ? join(this.#folders.own, 'logs/HEAD') : undefined;
    const names = PREFIXES.map((prefix) => join(this.#folders.common, 'logs', prefix + name));
    const found = [...(file === undefined ? [] : [file]), ...names].find((path) =>
      existsSync(path),
    );
    const lines = readFileSync(found ?? '', 'utf8')
      .trimEnd()
      .split('\n');
    const id = lines.at(-1 - back)?.slice(41, 81) ?? '';
    if (!ID.test(id)) throw new Error(`${name}@{${back}} is not there.`);
    return id;
  }

  #step(id: string, step: string): string | undefined {
    const peeled = this.peel(id);
    const kind = this.#objects.read(peeled).kind;
    if (step === '^{}' || step === '^0' || step === '~0') return peeled;
    if (step === '^{object}') return id;
    if (step === `^{${kind}}`) return peeled;
    if (kind !== 'commit') throw new Error(`${step} is not understood.`);
    if (step === '^{tree}') return this.treeOf(peeled);
    const count = Number(/^[~^](\d*)$/.exec(step)?.[1] || (step.length === 1 ? 1 : Number.NaN));
    if (!(count <= 100_000)) throw new Error(`${step} is not understood.`);
    if (step.startsWith('^')) return this.parentsOf(peeled)[count - 1];
    let at: string | undefined = peeled;
    for (let left = count; left > 0 && at !== undefined; left -= 1) at = this.parentsOf(at)[0];
    return at;
  }

  #field(id: string, pattern: RegExp): string {
    const found = pattern.exec(this.#head(id))?.[1];
    if (found === undefined) throw new Error(`${id} is not understood.`);
    return found;
  }

  /** What stands before the message. */
  #head(id: string): string {
    const { kind, body } = this.#objects.read(id);
    if (kind !== 'commit' && kind !== 'tag') throw new Error(`${id} is no commit.`);
    const end = body.indexOf('\n\n');
    return body.toString('utf8', 0, end < 0 ? body.length : end);
  }
}
