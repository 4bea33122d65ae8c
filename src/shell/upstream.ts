import type { CommandNode, Redirection, Statement, Word } from 'unbash';
import { isHarmlessRedirection, readRedirection } from './redirection.ts';
import { type KnownVariables, literal, readWord, type Upstream } from './word.ts';

/** The commands of a pipeline, as far as they are plain: no assignment, no redirection of what is printed. */
export function upstreamOf(
  commands: readonly CommandNode[],
  operators: readonly string[],
  known: KnownVariables,
  directories: Upstream['directories'],
): Upstream | undefined {
  const parts = commands.flatMap((command) => [plainWords(command, known) ?? []]);
  const isPlain = parts.every((words) => words.length > 0) && operators.every((one) => one === '|');
  return isPlain ? { parts, directories } : undefined;
}

/** The same for the one command substitution that a loop goes through, unquoted. */
export function upstreamOfWord(
  word: Word | undefined,
  known: KnownVariables,
  directories: Upstream['directories'],
): Upstream | undefined {
  const [part, ...more] = word?.parts ?? [];
  if (part?.type !== 'CommandExpansion' && part?.type !== 'ProcessSubstitution') return undefined;
  const [statement, ...others] = part.script?.commands ?? [];
  const isAlone = more.length === 0 && others.length === 0 && !part.script?.errors?.length;
  return isAlone && statement ? ofStatement(statement, known, directories) : undefined;
}

function ofStatement(
  { command, background }: Statement,
  known: KnownVariables,
  directories: Upstream['directories'],
): Upstream | undefined {
  if (background || command.type === 'AndOr') return undefined;
  return command.type === 'Pipeline'
    ? upstreamOf(command.commands, command.operators, known, directories)
    : upstreamOf([command], [], known, directories);
}

function plainWords(node: CommandNode, known: KnownVariables) {
  if (node.type !== 'Command' || node.prefix.length > 0 || !node.name) return undefined;
  if (!node.redirects.every((redirect) => isSilence(redirect, known))) return undefined;
  const words = [node.name, ...node.args].flatMap((word) =>
    word.type === 'Word' ? readWord(word, known) : [],
  );
  const isKnown = words.length > node.args.length;
  return isKnown && words.every((word) => literal(word) !== undefined) ? words : undefined;
}

/** `2>/dev/null` alone: other messages would be taken for lines. */
function isSilence(redirect: Redirection, known: KnownVariables): boolean {
  const { descriptor, operator } = redirect;
  const isOfErrors = descriptor?.type === 'FileDescriptor' && descriptor.value === 2;
  return isOfErrors && operator === '>' && isHarmlessRedirection(readRedirection(redirect, known));
}
