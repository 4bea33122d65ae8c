import { messageOf } from '../../base/errors.ts';
import { globMatcher } from '../../tools/glob/glob-matcher.ts';
import { readFrontMatter } from '../markdown/front-matter.ts';
import { listOfKey } from '../markdown/keys.ts';
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
  const globs = listOfKey(front, 'paths', /,/u);
  const body = instructionText(front.body, name, notices);
  if (body === '') return undefined;
  if (globs.length === 0) return { always: { ...found, reason: 'session_start', text: body } };
  const matchers = globs.flatMap((glob) => {
    try {
      return globMatcher(glob.replace(/^\.?\//u, ''));
    } catch (error) {
      const { line, column } = front.placeOf('paths');
      notices.push(`${name}:${line}:${column}: ${messageOf(error)}`);
      return [];
    }
  });
  return {
    waits: {
      file: { ...found, reason: 'path_glob_match', globs, text: body },
      matches: (path) => matchers.some((matcher) => matcher(path)),
    },
  };
}
