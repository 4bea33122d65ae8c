import type { Assignment, Command } from 'unbash';
import { hasOddBrace } from './brace.ts';
import type { Shell } from './directories.ts';
import { hiddenInValue } from './hidden-code.ts';
import { inputOf } from './input.ts';
import { readRedirection } from './redirection.ts';
import { report, type Scope } from './scope.ts';
import type { ShellAssignment } from './simple-command.ts';
import { type KnownVariables, literal, readWord, type ShellWord } from './word.ts';

/** Takes one simple command out of the tree and returns its words. */
export function readCommand(node: Command, shell: Shell, scope: Scope): readonly ShellWord[] {
  const known = {
    home: scope.home,
    cwd: shell.directories?.length === 1 ? shell.directories[0] : undefined,
    loops: scope.loops,
    listed: scope.listed,
  };
  const redirections = node.redirects.map((redirect) => readRedirection(redirect, known));
  const words = wordsOf(node, known);
  for (const word of [node.name, ...node.args]) {
    if (word?.type === 'Word' && hasOddBrace(word)) {
      scope.findings.problem(`The braces in ${word.text} are not plain. Write the words out.`);
    }
  }
  const assignments = assignmentsOf(node, known);
  for (const assignment of assignments) {
    const problem = hiddenInValue(assignment);
    if (problem !== undefined) scope.findings.problem(problem);
  }
  if (words.length === 0) {
    // Assignments alone change what later commands do; a redirection alone makes a file.
    report(node, shell, scope, { redirections });
  } else {
    scope.findings.command(
      {
        assignments,
        words,
        source: undefined,
        reads: undefined,
        redirections,
        input: inputOf(node.redirects, known, scope.piped),
        span: scope.span ?? [node.pos, node.end],
        directories: shell.directories,
        provable: scope.provable,
        isHead: scope.isHead,
        lines: literal(words[0]) === 'xargs' ? scope.lines?.() : undefined,
      },
      shell,
    );
  }
  return words;
}

function wordsOf(node: Command, known: KnownVariables): readonly ShellWord[] {
  if (!node.name) return [];
  const rest = node.args.map((argument) =>
    argument.type === 'Word' ? readWord(argument, known) : declarationWord(argument, known),
  );
  // A variable that chooses the program is never known, not even a loop's.
  return [readWord(node.name, { ...known, loops: undefined }), ...rest];
}

function assignmentsOf(node: Command, known: KnownVariables): readonly ShellAssignment[] {
  return node.prefix.flatMap((part) => {
    if (part.type !== 'Assignment') return [];
    const word = declarationWord(part, known);
    const value = literal(word)?.slice(part.name.length + 1);
    return [{ name: part.name, text: word.text, value }];
  });
}

/** `NAME=value`, also after `export` and its like. */
function declarationWord(part: Assignment, known: KnownVariables): ShellWord {
  const { value } = part;
  const span = [part.pos, part.end] as const;
  if (value.type !== 'Word' || part.index || part.append) {
    return { text: part.text, values: undefined, unknown: 'variable', whole: false, span };
  }
  const read = readWord(value, known);
  const values = read.values?.map(({ text }) => ({ text: `${part.name}=${text}`, glob: false }));
  return { ...read, text: `${part.name}=${read.text}`, values, span };
}
