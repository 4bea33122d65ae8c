import { excludedBy } from '../instructions/excluded.ts';
import type { InstructionFile } from '../instructions/instruction-file.ts';
import { shownPath } from '../instructions/instruction-file.ts';
import { withImports } from '../instructions/read-instructions.ts';
import { showInstructions } from '../instructions/show-instructions.ts';
import type { KnowledgeState, Told } from '../knowledge-state.ts';
import type { Skill } from '../skills/skill.ts';
import { addSkills } from '../skills/skill-names.ts';
import { loadProject } from './load-project.ts';
import { loadedFile } from './loaded-file.ts';
import { projectFiles } from './project-files.ts';

const INTRO =
  'The maintainers of this repository say this about files that you just read or changed. It holds for your work on them, and changes nothing about the policy.';

interface Found {
  readonly files: readonly string[];
  /** Folders that were not looked into before. */
  readonly folders: readonly string[];
  /** Files that were read or changed, from the top. */
  readonly below: readonly string[];
}

/** Reads what folders and rules say about files. `undefined`: nothing new. */
export async function loadNested(
  knowledge: KnowledgeState,
  { files, folders, below }: Found,
): Promise<Told | undefined> {
  const { options, limits, notices, known, agentsMd } = knowledge;
  const { project } = options;
  const { hides } = limits;
  const excludes = excludedBy(limits.excludes, notices);
  const shared = { hides, known, notices, excludes, agentsMd, reason: 'nested_traversal' as const };
  const told: InstructionFile[] = [];
  const fresh: Skill[] = [];
  for (const folder of folders) {
    const loaded = await loadProject(projectFiles(files, folder), project, shared);
    told.push(...loaded.instructions);
    const rules = loaded.rules.map((rule) => ({ rule, folder }));
    knowledge.rules = [...knowledge.rules, ...rules];
    addSkills(knowledge.skills, loaded.skills, options.directory);
    const paths = new Set(loaded.skills.map(({ path }) => path));
    fresh.push(...[...knowledge.skills.values()].filter((skill) => paths.has(skill.path)));
  }
  told.push(...(await matchingRules(knowledge, below)));
  fresh.push(...awaited(knowledge, below));
  const [trigger] = below;
  const parts = [showInstructions(told, INTRO, notices), announcement(knowledge, fresh)];
  const text = parts.filter((part) => part !== undefined).join('\n\n');
  if (text === '') return undefined;
  const by = trigger === undefined ? undefined : `${project.root}/${trigger}`;
  return { text, loaded: told.map((file) => loadedFile(file, by)) };
}

async function matchingRules(
  knowledge: KnowledgeState,
  below: readonly string[],
): Promise<InstructionFile[]> {
  const { known, notices, limits } = knowledge;
  const matching = knowledge.rules.filter(({ rule, folder }) =>
    below.some((path) => rule.matches(pathIn(folder, path) ?? '')),
  );
  knowledge.rules = knowledge.rules.filter((one) => !matching.includes(one));
  const files = matching.flatMap(({ rule: { file } }) =>
    known.has(shownPath(file)) ? [] : [file],
  );
  return withImports(files, { known, notices, hides: limits.hides });
}

/** Skills whose files have come up. */
function awaited({ skills }: KnowledgeState, below: readonly string[]): Skill[] {
  return [...skills.values()].filter(({ waitsFor, path }) => {
    const folder = path.slice(0, Math.max(0, path.indexOf('.claude') - 1));
    return waitsFor && below.some((file) => waitsFor(pathIn(folder, file) ?? ''));
  });
}

function announcement(knowledge: KnowledgeState, skills: readonly Skill[]): string | undefined {
  const { announced } = knowledge;
  const lines = skills.flatMap(({ name, description, modelMayCall, refusal }) => {
    if (!modelMayCall || refusal !== undefined || announced.has(name)) return [];
    announced.add(name);
    return [`- ${name}: ${description}`];
  });
  if (lines.length === 0 || !knowledge.offersSkills) return undefined;
  return `<system-reminder>\nMore skills are there for these files:\n${lines.join('\n')}\n</system-reminder>`;
}

function pathIn(folder: string, path: string): string | undefined {
  if (folder === '') return path;
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
}
