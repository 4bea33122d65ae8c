import type { SubjectCommand } from '../tool/subject.ts';
import type { SimpleCommand } from './simple-command.ts';
import { literal } from './word.ts';

/**
 * Descriptions of commands of one text: what stands there a thousand times is described once. Only of
 * those that nothing but their words, the folder and what the line has done before tells about.
 */
export class SeenCommands {
  readonly #known = new Map<string, SubjectCommand>();

  /**
   * @param state changes with all else that a description depends on.
   * @param describe lists the command in `commands`, and whatever it runs.
   */
  list(
    command: SimpleCommand,
    state: string,
    commands: SubjectCommand[],
    describe: () => void,
  ): void {
    const key = keyOf(command, state);
    const known = key === undefined ? undefined : this.#known.get(key);
    if (known) {
      commands.push({ ...known, span: command.span });
      return;
    }
    const at = commands.length;
    describe();
    const [only, ...more] = commands.slice(at);
    // With what it runs the places of that would have to be told anew.
    if (key !== undefined && only && more.length === 0) this.#known.set(key, only);
  }
}

/** What git prints depends on the commands before it. */
function keyOf(command: SimpleCommand, state: string): string | undefined {
  const { words, assignments, redirections, input, lines, isHead, directories } = command;
  if (command.source !== undefined) return undefined;
  const isPlain = assignments.length === 0 && redirections.length === 0 && !isHead && !lines;
  if (!isPlain || input !== undefined) return undefined;
  const parts = [state, String(command.provable), ...(directories ?? ['?'])];
  for (const word of words) {
    const text = literal(word);
    if (text === undefined || word.listed || text.includes('git')) return undefined;
    parts.push(word.text, text);
  }
  return parts.map((part) => `${part.length}:${part}`).join('');
}
