import { envelope } from '../../base/inbound/envelope.ts';
import { cutText } from '../../base/text.ts';
import { bodyParts } from './body-parts.ts';
import { type Fillings, fillText, takesArguments } from './fill-text.ts';
import { fileOf, type Skill } from './skill.ts';

export interface SkillUse {
  readonly skill: Skill;
  /** As they were given. */
  readonly args: string;
  /** `CLAUDE_SKILL_DIR` and the like. */
  readonly variables: Fillings['variables'];
  /** Where its files lie; `undefined`: there is only the one. */
  readonly folder: string | undefined;
  /** Runs a command as any call of Bash. Gives its output, or why it did not run. Must not throw. */
  readonly run: (command: string) => Promise<CommandOutput>;
}

export type CommandOutput = { readonly output: string } | { readonly refused: string };

/** Commands of one body, and characters of each output. */
const MAX_COMMANDS = 20;
const MAX_OUTPUT = 30_000;

/**
 * A skill as the model is given it: arguments and variables in their places, and the output of commands,
 * which is data and stands between markers of its own. Nothing that is put in is looked at again.
 */
export async function fillSkill(use: SkillUse): Promise<string> {
  const { skill, args, variables, folder, run } = use;
  const fillings = { args, argumentNames: skill.argumentNames, variables };
  let text = '';
  let count = 0;
  for (const part of bodyParts(skill.body)) {
    if ('text' in part) {
      text += fillText(part.text, fillings);
      continue;
    }
    count += 1;
    const ran =
      count > MAX_COMMANDS
        ? { refused: `a ${skill.kind} runs ${MAX_COMMANDS} commands at most` }
        : await run(fillText(part.command, fillings));
    text += shown(ran, part.block || text.endsWith('\n'));
  }
  const hasPlace = takesArguments(skill.body, skill.argumentNames);
  if (args !== '' && !hasPlace) text += `\n\nARGUMENTS: ${args}`;
  const base = folder === undefined ? '' : `Base directory of this ${skill.kind}: ${folder}\n\n`;
  return `${base}${text.trim() || `(${fileOf(skill)} has no text)`}`;
}

function shown(ran: CommandOutput, ownLine: boolean): string {
  if ('refused' in ran) return `[not run: ${ran.refused}]`;
  const { output } = ran;
  const cut = output.length > MAX_OUTPUT ? `${cutText(output, MAX_OUTPUT)}\n(cut here)` : output;
  const framed = envelope(cut.trim() || '(no output)');
  return ownLine ? framed : `\n${framed}\n`;
}
