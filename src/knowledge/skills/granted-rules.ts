import { messageOf } from '../../base/errors.ts';
import { parseRule } from '../../permission/parse-rule.ts';
import type { Rule } from '../../permission/rule.ts';
import { judgeRule } from '../../policy/rule-problem.ts';
import { knownToolNames } from '../../tools/allow-lists.ts';
import { fileOf, type Skill, type WrittenRule } from './skill.ts';

/** What a skill allows and forbids while it is at work. */
export interface TurnRules {
  readonly allow: readonly Rule[];
  readonly deny: readonly Rule[];
}

/**
 * The rules of a skill, with its file as where they stand. One that can't be read grants nothing, and is
 * told; one of `disallowed-tools` makes the skill unusable.
 * @throws Error in a sentence for a rule of `disallowed-tools` that can't be used.
 */
export function turnRulesOf(skill: Skill, notices: string[]): TurnRules {
  const file = fileOf(skill);
  const read = ({ text, line }: WrittenRule, list: 'allow' | 'deny') => {
    const { error } = judgeRule(text, list, knownToolNames);
    if (error !== undefined) throw new Error(`${file}:${line}: ${error}`);
    return parseRule(text, { file, line });
  };
  const allow = skill.allowedTools.flatMap((written) => {
    try {
      return read(written, 'allow');
    } catch (error) {
      notices.push(`${messageOf(error)} It grants nothing.`);
      return [];
    }
  });
  return { allow, deny: skill.disallowedTools.map((written) => read(written, 'deny')) };
}
