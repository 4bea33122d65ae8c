import { readFrontMatter } from '../markdown/front-matter.ts';
import { pathGlobs } from '../markdown/path-globs.ts';
import { seenText } from '../markdown/seen-text.ts';
import type { KnowledgeSource } from '../source.ts';
import { type InstructionFile, shownPath } from './instruction-file.ts';
import { instructionText } from './read-instructions.ts';

/** A rule that waits for a file it speaks of. */
export interface PathRule {
  readonly file: InstructionFile;
  /** @param path from the folder that has the rule, with slashes. */
  matches(path: string): boolean;
}

export interface FoundRule {
  readonly source: KnowledgeSource;
  readonly path: string;
  readonly memoryType: InstructionFile['memoryType'];
}

/** A file of `.claude/rules`: with `paths` it counts when a matching file is read, else from the start. */
export function readRule(
  found: FoundRule,
  text: string,
  notices: string[],
): { readonly always: InstructionFile } | { readonly waits: PathRule } | undefined {
  const name = shownPath(found);
  const front = readFrontMatter(seenText(text, name, notices), name, notices);
  if ('problem' in front) {
    notices.push(`${front.problem} This rule is not read.`);
    return undefined;
  }
  const paths = pathGlobs(front, name, notices);
  const body = instructionText(front.body, name, notices);
  if (body === '') return undefined;
  if (paths === undefined) return { always: { ...found, reason: 'session_start', text: body } };
  const { globs, matches } = paths;
  return { waits: { file: { ...found, reason: 'path_glob_match', globs, text: body }, matches } };
}
