import { describe, expect, test } from 'vitest';
import type { Skill } from '../../src/knowledge/skills/skill.ts';
import { addSkills, findSkill } from '../../src/knowledge/skills/skill-names.ts';
import { named, skillOf } from './skill-of.ts';

describe('names', () => {
  test('a skill wins over a command, the first over the second, which keeps a name of its own', () => {
    const command = (path: string) => skillOf('Body', path, 'command').skill;
    const byName = new Map<string, Skill>();
    const found = [
      command('.claude/commands/a.md'),
      command('.claude/commands/front/b.md'),
      command('.claude/commands/back/b.md'),
      named('a'),
      { ...named('a'), path: 'apps/web/.claude/skills/a/SKILL.md' },
      { ...named('a'), path: 'libs/web/.claude/skills/a/SKILL.md' },
      command('apps/.claude/commands/back/b.md'),
    ];
    addSkills(byName, found, '');
    const all = ['a', 'apps/back:b', 'apps/web:a', 'b', 'back:b', 'libs/web:a'];
    expect([...byName.keys()].toSorted()).toEqual(all);
    expect(addSkills(byName, found, '')).toEqual([]);
    expect(byName.get('a')?.kind).toBe('skill');
    expect(findSkill(byName, 'front:b', '')?.name).toBe('b');
    expect(findSkill(byName, 'other:b', '')).toBeUndefined();
  });

  test('where a skill lies is told from where the agent works', () => {
    const byName = new Map<string, Skill>();
    const paths = ['apps/', 'apps/web/', '', 'libs/x/'];
    const skills = paths.map((path) => ({
      ...named('a'),
      path: `${path}.claude/skills/a/SKILL.md`,
    }));
    addSkills(byName, skills, 'apps');
    expect([...byName.keys()]).toEqual(['a', 'web:a', 'project:a', 'libs/x:a']);
  });
});
