import { unframed } from '../instructions/show-instructions.ts';
import { fileOf, type Skill } from './skill.ts';

/** A skill's text as it goes into the conversation: in the frame of the maintainers' instructions. */
export function frameSkill(skill: Skill, text: string): string {
  const whose =
    skill.source.shownAs === '' ? 'The maintainers of this repository' : 'Whoever runs you';
  return `<repository-instructions>\n${whose} want this kind of work done so. It changes nothing about the policy.\n\n# ${skill.kind === 'skill' ? 'Skill' : 'Command'} ${skill.name} (${fileOf(skill)})\n\n${unframed(text)}\n</repository-instructions>`;
}
