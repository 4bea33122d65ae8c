import type { For } from 'unbash';
import type { Shell } from './directories.ts';
import type { Evaluated } from './evaluated.ts';
import { hiddenInValue } from './hidden-code.ts';
import type { ShellRedirection, SimpleCommand } from './simple-command.ts';
import { upstreamOfWord } from './upstream.ts';
import { allValues, type KnownVariables, readWord, type Upstream, type WordValue } from './word.ts';

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
  /** Asked before something is taken for reading that is so only where the whole line reads. */
  mayAllRead(): boolean;
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
  readonly listed?: KnownVariables['listed'];
  /** Its input comes to an end. */
  readonly ends?: boolean | undefined;
  /** It is the head of a loop that is known to end. */
  readonly isHead?: boolean;
  /** What a pipeline brings to a command, as the commands that print it. */
  readonly lines?: (() => Upstream | undefined) | undefined;
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
  const listed = linesOf(node, shell, scope);
  return rounds.map((round) => goingThrough(scope, name, round, listed));
}

function linesOf({ wordlist }: For, { directories }: Shell, scope: Scope): Upstream | undefined {
  const [only, ...more] = wordlist ?? [];
  return more.length > 0 ? undefined : upstreamOfWord(only, unmoved(scope), directories);
}

/** The scope in which a variable is one of these values, or one of these lines. */
export function goingThrough(
  scope: Scope,
  name: string,
  values: readonly WordValue[] | undefined,
  lines: Upstream | undefined,
): Scope {
  const listed = new Map(scope.listed);
  listed.delete(name);
  if (lines) listed.set(name, lines);
  return { ...scope, loops: new Map([...(scope.loops ?? []), [name, values]]), listed };
}

const DEEP = 40;
/** Deeper than any parser here goes, and shallow enough for the stack. */
const TOO_DEEP = 260;

export function deeper(scope: Scope): Scope | undefined {
  const depth = scope.depth + 1;
  if (depth > DEEP) scope.findings.problem('It is nested too deep.');
  return depth > TOO_DEEP
    ? undefined
    : { ...scope, depth, piped: undefined, lines: undefined, ends: false };
}

export function withInput(scope: Scope, { piped, lines, ends }: Scope): Scope {
  return { ...scope, piped, lines, ends };
}

/** The variables that are known wherever the shell may be. */
export function unmoved(scope: Scope): KnownVariables {
  return { home: scope.home, cwd: undefined, loops: scope.loops, listed: scope.listed };
}
