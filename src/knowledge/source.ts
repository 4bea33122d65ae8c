import { join } from 'node:path';

/** A file that is there and can't be used. Its message is the end of a sentence that begins with its name. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/** What lies somewhere. Paths are from the top of the source, with slashes. */
export interface Listing {
  readonly files: readonly string[];
  /** What could not be looked at, a sentence each. */
  readonly problems: readonly string[];
}

/** A file of a folder that is to be used as it is: a script, a table. */
export interface SupportingFile {
  /** From the folder, with slashes. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}

/**
 * Where instructions, rules, skills and commands come from: the working tree, a commit, or the user's
 * folder. Links are followed as long as they stay inside.
 */
export interface KnowledgeSource {
  /** Absolute path of its top: what its paths are shown and matched as. */
  readonly root: string;
  /** How a path of it is named to people: before it, `~/.claude/` say. */
  readonly shownAs: string;
  /** Its files lie under their own names, where tools can read them. */
  readonly inPlace: boolean;
  /**
   * All files at and below these places. What is not there is passed over.
   * @param options.tracked only what git knows: a dependency or a clone in the checkout must not instruct the agent.
   */
  list(places: readonly string[], options?: { readonly tracked?: boolean }): Promise<Listing>;
  /** Texts of files by path. One that is not there is not in it. */
  read(paths: readonly string[]): Promise<ReadonlyMap<string, string | Unreadable>>;
  /** @throws Unreadable for one of them that can't be had. */
  supporting(paths: readonly string[], folder: string): Promise<readonly SupportingFile[]>;
}

/** Larger ones are not read (contracts 5.1). */
export const MAX_FILE_BYTES = 4 * 1024 * 1024;
/** Files of one listing; what is beyond is not seen, and said. */
export const MAX_FILES = 2_000;

/** Folders and files that a project keeps its words for agents in, by folder of the project. */
export function placesOf(folder: string): string[] {
  const below = (name: string) => (folder === '' ? name : `${folder}/${name}`);
  return PLACES.map(below);
}

const PLACES = [
  'CLAUDE.md',
  'CLAUDE.local.md',
  'AGENTS.md',
  '.claude/CLAUDE.md',
  '.claude/rules',
  '.claude/skills',
  '.claude/commands',
];

/** Absolute path of a file. */
export function absoluteOf({ root }: Pick<KnowledgeSource, 'root'>, path: string): string {
  return join(root, path);
}
