import type { SubjectCommand } from '../tool/subject.ts';
import type { ShellScene } from './analysis.ts';
import { repositoryNamesProgram } from './git-config.ts';

/**
 * The commands of a line that does more than read. It runs as it is, without the overrides for git that
 * reading lines have, so git in it only reads where the repository's own settings need none.
 */
export function loudCommands(
  commands: readonly SubjectCommand[],
  { cwd }: ShellScene,
): readonly SubjectCommand[] {
  const isReading = (command: SubjectCommand) =>
    command.readOnly && command.denyForms.some((form) => /^git(?: |$)/.test(form));
  if (!commands.some(isReading) || !repositoryNamesProgram(cwd, false)) return commands;
  return commands.map((command) =>
    isReading(command)
      ? {
          ...command,
          readOnly: false,
          effects: [...new Set([...command.effects, 'execute' as const])],
        }
      : command,
  );
}
