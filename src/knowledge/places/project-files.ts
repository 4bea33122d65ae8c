/** What a project keeps for agents, sorted out by its folders. Paths are from the top of its source. */
export interface ProjectFiles {
  /** Folder of the project; empty: its top. */
  readonly folder: string;
  readonly claudeMd: string | undefined;
  readonly localMd: string | undefined;
  readonly agentsMd: string | undefined;
  readonly rules: readonly string[];
  /** `SKILL.md` of each skill, with all files of its folder. */
  readonly skills: readonly { readonly path: string; readonly files: readonly string[] }[];
  readonly commands: readonly string[];
}

/**
 * Sorts out the files of one folder.
 * @param home where rules, skills and commands lie, below the folder: `.claude`, or empty for the user's own.
 */
export function projectFiles(
  listed: readonly string[],
  folder: string,
  home = '.claude',
): ProjectFiles {
  const there = new Set(listed);
  const path = (...names: string[]) => [folder, ...names].filter(Boolean).join('/');
  const inHome = (name: string) => {
    const start = `${path(home, name)}/`;
    return listed.filter((file) => file.startsWith(start)).toSorted(byName);
  };
  const first = (...paths: string[]) => paths.find((one) => there.has(one));
  const skills = inHome('skills');
  return {
    folder,
    claudeMd: first(path('CLAUDE.md'), path(home, 'CLAUDE.md')),
    localMd: first(path('CLAUDE.local.md')),
    agentsMd: first(path('AGENTS.md')),
    rules: inHome('rules').filter(isMarkdown),
    skills: skills.filter(isSkill(path(home, 'skills'))).map((skill) => ({
      path: skill,
      files: skills.filter((file) => file.startsWith(skill.replace(/SKILL\.md$/u, ''))),
    })),
    commands: inHome('commands').filter(isMarkdown),
  };
}

function isMarkdown(path: string): boolean {
  return path.endsWith('.md');
}

/** One folder deep: what lies further down is a skill's own. */
function isSkill(folder: string): (path: string) => boolean {
  return (path) =>
    path.endsWith('/SKILL.md') && path.slice(folder.length + 1).split('/').length === 2;
}

/** By code units, so that the order is the same everywhere. */
function byName(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
