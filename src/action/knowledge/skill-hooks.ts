import type { Session } from '../../agent/session.ts';
import { messageOf } from '../../base/errors.ts';
import { fileOf, type Skill } from '../../knowledge/skills/skill.ts';

export interface SkillCommand {
  readonly skill: Skill;
  readonly command: string;
  /** Of the call that the skill was opened by. */
  readonly toolUseId: string;
  readonly invokedBy: 'user' | 'claude';
}

/**
 * Asks PreSkillShellCommand hooks about a command of a skill. Only a plain “yes” or silence lets it
 * go on to the policy; a question, other input or a failure refuses it (contracts 2.7).
 * @returns why it is refused; `undefined`: it is not.
 */
export async function refusedByHooks(
  session: Pick<Session, 'runHooks'> | undefined,
  { skill, command, toolUseId, invokedBy }: SkillCommand,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (!session) return undefined;
  const fields = {
    tool_name: 'Bash',
    tool_input: { command },
    tool_use_id: toolUseId,
    command_name: skill.name,
    command_source: fileOf(skill),
    invoked_by: invokedBy,
  };
  try {
    const answered = await session.runHooks('PreSkillShellCommand', fields, signal);
    for (const { answer } of answered) {
      const { block = answer.stop, decision, reason, updatedInput } = answer;
      if (block !== undefined) return block;
      if (decision !== 'none' && decision !== 'allow') return reason ?? 'a hook refused it';
      if (updatedInput !== undefined) return 'a hook wants another command in its place';
    }
    return undefined;
  } catch (error) {
    return `the PreSkillShellCommand hooks can't be run: ${messageOf(error)}`;
  }
}
