import type { Skill } from './skill.ts';

/**
 * Skills and commands by the name they are called by. Who comes first has it: skills before commands,
 * the user's before the project's, the nearest folder's before those above (contracts 5.2); another one
 * of that name is called by where it lies as well, `apps/web:name`.
 * @param directory where the agent works, from the top of the repository
 */
export function addSkills(
  byName: Map<string, Skill>,
  skills: readonly Skill[],
  directory: string,
): Skill[] {
  const added: Skill[] = [];
  for (const skill of [...ofKind(skills, 'skill'), ...ofKind(skills, 'command')]) {
    // A skill wins over the command of its name, which it replaced.
    if (skill.kind === 'command' && byName.get(skill.name)?.kind === 'skill') continue;
    const names = [skill.name, ...longNames(skill, directory)];
    // Read once more, after the conversation was shortened.
    if (names.some((name) => isSame(byName.get(name), skill))) continue;
    const name = names.find((one) => !byName.has(one));
    if (name === undefined) continue;
    const named = name === skill.name ? skill : { ...skill, name };
    byName.set(name, named);
    added.push(named);
  }
  return added;
}

/** The skill of that name, also by where it lies, as other versions call commands in folders. */
export function findSkill(
  byName: ReadonlyMap<string, Skill>,
  name: string,
  directory: string,
): Skill | undefined {
  const known = byName.get(name);
  if (known) return known;
  const skill = byName.get(name.slice(name.indexOf(':') + 1));
  return skill && longNames(skill, directory).includes(name) ? skill : undefined;
}

/**
 * Names that tell two of one name apart, the first that is free counts: of a command the folder that it lies in, then
 * the path of its project from where the agent works (Claude Code, “How a skill gets its command name”).
 */
function longNames({ kind, name, path, source }: Skill, directory: string): string[] {
  const short = name.slice(name.lastIndexOf(':') + 1);
  const names = path.split('/');
  const top = names.slice(0, names.indexOf('.claude')).join('/');
  const below = directory !== '' && top.startsWith(`${directory}/`);
  const place = below ? top.slice(directory.length + 1) : top;
  const project = place || (source.shownAs === '' ? 'project' : 'user');
  const folder = names.at(-2) ?? '';
  return kind === 'command' && folder !== 'commands'
    ? [`${folder}:${short}`, `${project}/${folder}:${short}`]
    : [`${project}:${short}`];
}

function isSame(one: Skill | undefined, other: Skill): boolean {
  return one?.path === other.path && one.source === other.source;
}

function ofKind(skills: readonly Skill[], kind: Skill['kind']): Skill[] {
  return skills.filter((skill) => skill.kind === kind);
}
