import type { For } from 'unbash';
import type { Shell } from './directories.ts';
import type { Evaluated } from './evaluated.ts';
import { hiddenInValue } from './hidden-code.ts';
import type { ShellRedirection, SimpleCommand } from './simple-command.ts';
import { allValues, type KnownVariables, readWord, type WordValue } from './word.ts';

/** Loop variables are what their loop says where nothing in the line sets variables otherwise. */
export interface Loops {
  /** One was met. */
  used: boolean;
  /** How many rounds may still be looked at one by one; none: the variables count as unknown. */
  left: number;
}

/** Where the walk puts what it finds. */
interface Findings {
  command(command: SimpleCommand, shell: Shell): void;
  /** A function is defined: from then on its name is no known program. */
  functionName(name: string): void;
  readonly evaluated: Evaluated;
  readonly loops: Loops;
  /** Why the line can't be understood; the first one is told. */
  problem(reason: string): void;
}

/** The surroundings of a node. */
export interface Scope {
  readonly findings: Findings;
  readonly home: string;
  readonly source: string;
  /** Set for text whose offsets aren't those of the line: nested scripts stand where their word stands. */
  readonly span: readonly [number, number] | undefined;
  readonly provable: boolean;
  readonly depth: number;
  readonly loops?: KnownVariables['loops'];
  /** Literal text that a pipeline brings to a simple command. */
  readonly piped?: string | undefined;
  /** Characters of nested text that may still be parsed. */
  readonly nested: { left: number };
}

/** A level of nesting counts in each level around it, as each parses it once more. */
export const MAX_NESTED = 100_000;

/** Whether a nested text may be parsed; says so when not. */
export function mayParse({ findings, nested }: Scope, characters: number): boolean {
  nested.left -= characters;
  if (nested.left < 0) findings.problem('Too much is nested in it.');
  return nested.left >= 0;
}

/** Reports something that is no simple command as if it were one. */
export function report(
  node: { readonly pos: number; readonly end: number },
  shell: Shell,
  scope: Scope,
  extra: {
    text?: string;
    reads?: readonly WordValue[] | undefined;
    redirections?: readonly ShellRedirection[];
  },
): void {
  scope.findings.command(
    {
      assignments: [],
      words: [],
      source: extra.text ?? scope.source.slice(node.pos, node.end),
      reads: extra.reads,
      redirections: extra.redirections ?? [],
      input: undefined,
      span: scope.span ?? [node.pos, node.end],
      directories: shell.directories,
      provable: scope.provable,
    },
    shell,
  );
}

/** A loop's first line: it sets a variable. */
export function reportHead(
  node: { readonly pos: number; readonly body: { readonly pos: number } },
  shell: Shell,
  scope: Scope,
): void {
  report({ pos: node.pos, end: node.body.pos }, shell, scope, {});
}

/** Words that stay one word each where they are put in. */
const PLAIN_WORD = /^[\w./@+:,-]+$/;

/**
 * The scopes in which a loop's body runs, one for each word that it is known to go through. The loop sets
 * its variable without being a command that needs a rule.
 */
export function roundsOf(node: For, shell: Shell, scope: Scope): readonly Scope[] {
  const name = node.name.text;
  const words = node.wordlist?.map((word) => readWord(word, unmoved(scope)));
  const values = words && allValues(words);
  const { evaluated, loops, problem } = scope.findings;
  if (!values || values.some(({ glob }) => glob)) evaluated.loops(name);
  for (const { text } of values ?? []) {
    const hidden = hiddenInValue({ name, text, value: text });
    if (hidden !== undefined) problem(hidden);
  }
  // An inner loop changes what the outer one set.
  if (scope.loops?.has(name)) reportHead(node, shell, scope);
  const isOutput = words?.every((word) => word.values || word.unknown === 'output');
  const isPlain = values?.every(({ text, glob }) => glob || PLAIN_WORD.test(text)) ?? isOutput;
  if (!isPlain || loops.left < (values?.length ?? 1)) return [scope];
  loops.used = true;
  loops.left -= values?.length ?? 1;
  const rounds = values?.map((value) => [value]) ?? [undefined];
  return rounds.map((round) => ({
    ...scope,
    loops: new Map([...(scope.loops ?? []), [name, round]]),
  }));
}

/** The variables that are known wherever the shell may be. */
export function unmoved(scope: Scope): KnownVariables {
  return { home: scope.home, cwd: undefined, loops: scope.loops };
}
