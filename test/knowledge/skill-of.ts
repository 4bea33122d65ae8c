import { readSkill } from '../../src/knowledge/skills/read-skill.ts';
import type { Skill } from '../../src/knowledge/skills/skill.ts';
import type { KnowledgeSource } from '../../src/knowledge/source.ts';

const source: KnowledgeSource = {
  root: '/w',
  shownAs: '',
  inPlace: true,
  list: async () => ({ files: [], problems: [] }),
  read: async () => new Map(),
  supporting: async () => [],
};

/** A skill of a file's text, and what was said of it. */
export function skillOf(
  text: string,
  path = '.claude/skills/it/SKILL.md',
  kind: Skill['kind'] = 'skill',
) {
  const notices: string[] = [];
  const skill = readSkill({ kind, source, path, files: [path] }, text, notices);
  return { skill: skill as Skill, notices };
}

export const named = (name: string, more: Partial<Skill> = {}): Skill => ({
  ...skillOf(`Body of ${name}`, `.claude/skills/${name}/SKILL.md`).skill,
  ...more,
});
