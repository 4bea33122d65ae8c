import { type InstructionFile, shownPath } from '../instructions/instruction-file.ts';
import { type PathRule, readRule } from '../instructions/path-rule.ts';
import {
  instructionText,
  type ReadOptions,
  withImports,
} from '../instructions/read-instructions.ts';
import { readSkill } from '../skills/read-skill.ts';
import type { Skill } from '../skills/skill.ts';
import { absoluteOf, type KnowledgeSource, Unreadable } from '../source.ts';
import type { ProjectFiles } from './project-files.ts';

export interface LoadOptions extends ReadOptions {
  /** Whether settings exclude a file, by absolute path. */
  readonly excludes: (path: string) => boolean;
  /** AGENTS.md stands for CLAUDE.md: there is none (contracts 5.1). */
  readonly agentsMd: boolean;
  readonly reason: 'session_start' | 'nested_traversal';
}

/** What one folder has to say. */
export interface LoadedProject {
  readonly folder: string;
  readonly source: KnowledgeSource;
  readonly instructions: readonly InstructionFile[];
  readonly rules: readonly PathRule[];
  /** Skills before commands; each by its name. */
  readonly skills: readonly Skill[];
}

/** Reads all that a folder has for agents. What can't be read is told and passed over. */
export async function loadProject(
  files: ProjectFiles,
  source: KnowledgeSource,
  options: LoadOptions,
): Promise<LoadedProject> {
  const { excludes, notices, known } = options;
  const main = options.agentsMd ? files.agentsMd : files.claudeMd;
  const wanted = [main, files.localMd, ...files.rules].filter(
    (path) =>
      path !== undefined &&
      !excludes(absoluteOf(source, path)) &&
      !known.has(shownPath({ source, path })),
  ) as string[];
  const paths = [...wanted, ...files.skills.map(({ path }) => path), ...files.commands];
  const texts = paths.length === 0 ? new Map<string, string>() : await source.read(paths);
  const textOf = (path: string) => {
    const text = texts.get(path);
    if (!(text instanceof Unreadable)) return text;
    notices.push(`${shownPath({ source, path })} is not read: ${text.message}.`);
    return undefined;
  };
  const always: InstructionFile[] = [];
  const rules: PathRule[] = [];
  for (const path of wanted) {
    const text = textOf(path);
    if (text === undefined) continue;
    const memoryType = memoryTypeOf(source, path, files);
    if (!files.rules.includes(path)) {
      const shown = instructionText(text, shownPath({ source, path }), notices);
      if (shown === '') continue;
      always.push({ source, path, memoryType, reason: options.reason, text: shown });
      continue;
    }
    const rule = readRule({ source, path, memoryType }, text, notices);
    if (rule && 'always' in rule) always.push({ ...rule.always, reason: options.reason });
    else if (rule) rules.push(rule.waits);
  }
  return {
    folder: files.folder,
    source,
    instructions: await withImports(always, options),
    rules,
    skills: skillsOf(files, source, textOf, notices),
  };
}

function skillsOf(
  { skills, commands }: ProjectFiles,
  source: KnowledgeSource,
  textOf: (path: string) => string | undefined,
  notices: string[],
): Skill[] {
  const found = [
    ...skills.map(({ path, files }) => ({ path, files, kind: 'skill' as const })),
    ...commands.map((path) => ({ path, files: [path], kind: 'command' as const })),
  ];
  return found.flatMap((one) => {
    const text = textOf(one.path);
    return text === undefined ? [] : (readSkill({ ...one, source }, text, notices) ?? []);
  });
}

function memoryTypeOf(
  { shownAs }: KnowledgeSource,
  path: string,
  { localMd }: ProjectFiles,
): InstructionFile['memoryType'] {
  if (shownAs !== '') return 'User';
  return path === localMd ? 'Local' : 'Project';
}
