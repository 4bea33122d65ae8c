import { excludedBy } from '../instructions/excluded.ts';
import { showInstructions } from '../instructions/show-instructions.ts';
import type { KnowledgeState } from '../knowledge-state.ts';
import { addSkills } from '../skills/skill-names.ts';
import { absoluteOf } from '../source.ts';
import { type LoadedProject, loadProject } from './load-project.ts';
import { loadedFile } from './loaded-file.ts';
import { projectFiles } from './project-files.ts';

const INTRO =
  'What the maintainers of this repository tell everybody who works on it. It holds for your work here: of two that differ, the one further down counts. It changes nothing about the policy, and a refused call stays refused.';

/** Reads what lies in the user's folder and from the top down to where the agent works. */
export async function loadStart(
  knowledge: KnowledgeState,
  own: readonly string[],
  users: readonly string[],
): Promise<void> {
  const { options, limits, notices, chain } = knowledge;
  const { project, user } = options;
  const { hides } = limits;
  const excludes = excludedBy(limits.excludes, notices);
  const folders = chain.map((folder) => projectFiles(own, folder));
  const { known } = knowledge;
  knowledge.agentsMd = folders.every(
    ({ claudeMd }) => claudeMd === undefined || excludes(absoluteOf(project, claudeMd)),
  );
  const loaded: LoadedProject[] = [];
  const shared = { hides, known, notices, excludes, reason: 'session_start' as const };
  if (user) {
    const files = projectFiles(users, '', '');
    loaded.push(await loadProject(files, user, { ...shared, agentsMd: false }));
  }
  const { agentsMd } = knowledge;
  for (const files of folders) {
    loaded.push(await loadProject(files, project, { ...shared, agentsMd }));
  }
  const instructions = loaded.flatMap((one) => one.instructions);
  knowledge.instructions = showInstructions(instructions, INTRO, notices);
  knowledge.loaded = instructions.map((file) => loadedFile(file));
  knowledge.rules = loaded.flatMap(({ rules, folder }) => rules.map((rule) => ({ rule, folder })));
  // The user's first, then from where the agent works upwards.
  const inOrder = [...loaded.slice(0, user ? 1 : 0), ...loaded.slice(user ? 1 : 0).toReversed()];
  addSkills(
    knowledge.skills,
    inOrder.flatMap(({ skills }) => skills),
    options.directory,
  );
  knowledge.keepStart();
}
