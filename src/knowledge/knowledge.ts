import { segmentsBelow } from '../base/paths.ts';
import { type KnowledgeLimits, KnowledgeState, type Told } from './knowledge-state.ts';
import { type Listing, placesOf } from './source.ts';

/**
 * What the repository and the user tell every agent: instructions, rules, skills, commands. Most
 * repositories have none of it: what reads it is loaded when the first of it is found.
 */
export class Knowledge extends KnowledgeState {
  #found: { readonly own: readonly string[]; readonly users: readonly string[] } = {
    own: [],
    users: [],
  };

  /** Looks what there is at the start; reads none of it. */
  async look(): Promise<void> {
    const { project, user } = this.options;
    const { chain } = this;
    this.folders = new Set(chain);
    const [own, users, mayNest] = await Promise.all([
      project.list(chain.flatMap(placesOf)),
      user?.list(USER_PLACES) ?? NOTHING,
      this.options.mayNestSkills(),
    ]);
    this.notices.push(...own.problems, ...users.problems);
    this.mayNestSkills = mayNest;
    this.#found = { own: own.files, users: users.files };
  }

  /** Reads what was found. */
  async open(limits: KnowledgeLimits): Promise<void> {
    this.limits = limits;
    const { own, users } = this.#found;
    if (own.length + users.length === 0) return;
    const { loadStart } = await import('./places/load-start.ts');
    await loadStart(this, own, users);
  }

  /**
   * What folders and rules have to say about files that were read or changed just now, each once.
   * @param paths absolute, real.
   */
  async onFiles(paths: readonly string[]): Promise<Told | undefined> {
    const below = paths.flatMap((path) => this.#below(path) ?? []);
    const fresh = new Set<string>();
    for (const path of below) {
      for (const folder of foldersOf(path)) {
        if (this.folders.has(folder)) continue;
        // Before anything is waited for: a call beside this one must not tell it again.
        this.folders.add(folder);
        fresh.add(folder);
      }
    }
    const places = [...fresh].flatMap(placesOf);
    const listing =
      places.length === 0 ? NOTHING : await this.options.project.list(places, { tracked: true });
    this.notices.push(...listing.problems);
    const waiting = [...this.skills.values()].some(({ waitsFor }) => waitsFor);
    if (listing.files.length + this.rules.length === 0 && !waiting) return undefined;
    const { loadNested } = await import('./places/load-nested.ts');
    return loadNested(this, { files: listing.files, folders: [...fresh], below });
  }

  #below(path: string): string | undefined {
    return segmentsBelow(path, this.options.project.root)?.join('/') || undefined;
  }
}

const USER_PLACES = ['CLAUDE.md', 'rules', 'skills', 'commands'];
const NOTHING: Listing = { files: [], problems: [] };

/** The folders that a file lies in, from the top; without the top itself. */
function foldersOf(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}
