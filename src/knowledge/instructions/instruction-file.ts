import type { KnowledgeSource } from '../source.ts';

/** Why it was read, in the words of the InstructionsLoaded hook (contracts 2.7). */
export type LoadReason = 'session_start' | 'nested_traversal' | 'path_glob_match' | 'include';

/** A file of instructions, ready to be shown. */
export interface InstructionFile {
  readonly source: KnowledgeSource;
  /** From the top of its source, with slashes. */
  readonly path: string;
  readonly memoryType: 'User' | 'Project' | 'Local';
  readonly reason: LoadReason;
  /** The file that imports it. */
  readonly parent?: InstructionFile;
  /** Of a rule that counts for certain files only. */
  readonly globs?: readonly string[];
  readonly text: string;
}

/** How people and the model know it. */
export function shownPath({ source, path }: Pick<InstructionFile, 'source' | 'path'>): string {
  return source.shownAs + path;
}
