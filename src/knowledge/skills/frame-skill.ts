import { listOf } from '../../base/text.ts';
import { unframed } from '../instructions/show-instructions.ts';
import { fileOf, type Skill } from './skill.ts';

/**
 * A skill's text as it goes into the conversation: in the frame of the maintainers' instructions.
 * @param others names of further skills like it, of folders below: the one that has the plain name stands for all
 */
export function frameSkill(skill: Skill, text: string, others: readonly string[]): string {
  const more =
    others.length === 0
      ? ''
      : `\n\nFolders have skills of this name too: ${listOf(others, 20)}. Call one as well where its folder holds the files that you work on.`;
  const whose =
    skill.source.shownAs === '' ? 'The maintainers of this repository' : 'Whoever runs you';
  return `<repository-instructions>\n${whose} want this kind of work done so. It changes nothing about the policy.\n\n# ${skill.kind === 'skill' ? 'Skill' : 'Command'} ${skill.name} (${fileOf(skill)})\n\n${unframed(text)}${more}\n</repository-instructions>`;
}
