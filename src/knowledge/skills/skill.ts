import type { KnowledgeSource } from '../source.ts';

/** A skill, or a command of `.claude/commands`: a text that is put into the conversation when it is called for. */
export interface Skill {
  readonly kind: 'skill' | 'command';
  /** What it is called by: the folder's or the file's name, with where it lies before it where another has it. */
  readonly name: string;
  readonly source: KnowledgeSource;
  /** `SKILL.md`, or the command's file. */
  readonly path: string;
  /** All files of its folder, from the top of the source. */
  readonly files: readonly string[];
  /** One line, for the list that the model sees. */
  readonly description: string;
  readonly argumentHint: string | undefined;
  /** Names of its arguments, in order. */
  readonly argumentNames: readonly string[];
  readonly modelMayCall: boolean;
  readonly userMayCall: boolean;
  /** Rules as written, with their place. */
  readonly allowedTools: readonly WrittenRule[];
  readonly disallowedTools: readonly WrittenRule[];
  /** Whether it is listed only once a file that it is for was read. Absent: it is for everything. */
  readonly waitsFor?: (path: string) => boolean;
  /** Keys that have no effect here, with what holds instead: a sentence each. */
  readonly unheeded: readonly string[];
  /** Why it can't be used here; absent: it can. */
  readonly refusal?: string;
  readonly body: string;
}

export interface WrittenRule {
  readonly text: string;
  readonly line: number;
}

/** How people know its file. */
export function fileOf({ source, path }: Pick<Skill, 'source' | 'path'>): string {
  return source.shownAs + path;
}

/** Folder of a skill, from the top of its source. */
export function folderOf({ path }: Pick<Skill, 'path'>): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
