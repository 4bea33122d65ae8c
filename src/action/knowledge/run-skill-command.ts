import { messageOf } from '../../base/errors.ts';
import type { CommandOutput } from '../../knowledge/skills/fill-skill.ts';
import { textOf } from '../../pipeline/text-block.ts';
import type { ToolUseContext } from '../../tool/tool-use-context.ts';

/** Runs a command of a skill as a call of the shell tool, through the gate of `context`. */
export async function runSkillCommand(
  command: string,
  context: ToolUseContext,
): Promise<CommandOutput> {
  const shell = context.pool.find(({ name }) => name === 'Bash');
  if (!shell) return { refused: 'Bash is not available in this run' };
  const answer = await context.canUseTool(shell, { command });
  if (answer.behavior === 'deny') return { refused: answer.message };
  try {
    const own = { ...context, subject: undefined };
    const { data } = await shell.call(answer.input, own, () => {});
    return { output: textOf(shell.mapToolResultToToolResultBlockParam(data, context.toolUseId)) };
  } catch (error) {
    return { refused: `it failed: ${messageOf(error)}` };
  }
}
