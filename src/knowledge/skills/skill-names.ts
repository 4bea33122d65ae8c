import type { Skill } from './skill.ts';

/**
 * Skills and commands by the name they are called by. Who comes first has it: skills before commands,
 * the user's before the project's, the nearest folder's before those above (contracts 5.2); another one
 * of that name is called `folder:name`.
 */
export function addSkills(byName: Map<string, Skill>, skills: readonly Skill[]): Skill[] {
  const added: Skill[] = [];
  for (const skill of [...ofKind(skills, 'skill'), ...ofKind(skills, 'command')]) {
    const other = byName.get(skill.name);
    // Read once more, after the conversation was shortened.
    if (other?.path === skill.path && other.source === skill.source) continue;
    // A skill wins over the command of its name, which it replaced.
    if (other?.kind === 'skill' && skill.kind === 'command') continue;
    const name = other === undefined ? skill.name : `${spaceOf(skill)}:${skill.name}`;
    if (byName.has(name)) continue;
    const named = name === skill.name ? skill : { ...skill, name };
    byName.set(name, named);
    added.push(named);
  }
  return added;
}

/** The skill of that name, also as `folder:name`, as other versions call commands in folders. */
export function findSkill(byName: ReadonlyMap<string, Skill>, name: string): Skill | undefined {
  const known = byName.get(name);
  if (known) return known;
  const [space, ...rest] = name.split(':');
  const skill = byName.get(rest.join(':'));
  return skill && spaceOf(skill) === space ? skill : undefined;
}

/** The folder that tells two of one name apart: of a command the one it lies in, of a skill its project's. */
function spaceOf({ kind, path, source }: Skill): string {
  const names = path.split('/');
  if (kind === 'command' && names.at(-2) !== 'commands') return names.at(-2) ?? '';
  const project = names.slice(0, names.indexOf('.claude')).at(-1);
  return project ?? (source.shownAs === '' ? 'project' : 'user');
}

function ofKind(skills: readonly Skill[], kind: Skill['kind']): Skill[] {
  return skills.filter((skill) => skill.kind === kind);
}
