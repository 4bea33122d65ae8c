import type {
  AndOr,
  CommandNode,
  CompoundList,
  ParsedScript,
  PipelineNode,
  Statement,
  SyntaxNode,
} from 'unbash';
import { isPlainArithmetic } from './arithmetic.ts';
import { either, follow, type Shell } from './directories.ts';
import { lookThrough } from './expansions.ts';
import { printedBy } from './input.ts';
import { childrenOf } from './parse.ts';
import { readCommand } from './read-command.ts';
import { isHarmlessRedirection, readRedirection } from './redirection.ts';
import { reportTest } from './report-test.ts';
import {
  deeper,
  mayParse,
  report,
  reportHead,
  roundsOf,
  type Scope,
  unmoved,
  withInput,
} from './scope.ts';
import { tellsValue } from './told-value.ts';
import { inputThrough, linesBefore, readLoop, readsAlone } from './while-read.ts';

/** The loop variable is set like any other: `for PATH in ./evil` chooses programs. */
const PLAIN_VARIABLE = /^(?!.*(?:proxy|config))[a-z_][a-z0-9_]*$/;

/** They go through the lines of their input, or pass it on. */
const READS = new Set(['Command', 'While', 'Redirected']);

export function walkScript(script: ParsedScript, shell: Shell, scope: Scope): void {
  const error = script.errors?.[0];
  // Bash runs the lines before a syntax error, so what did parse is walked all the same.
  if (error) scope.findings.problem(`It does not parse: ${error.message}.`);
  const own = script.source === undefined ? scope : { ...scope, source: script.source };
  for (const statement of script.commands) walkStatement(statement, shell, own);
}

/** Looks through the expansions of a word; nested scripts run in shells of their own. */
function walkExpansions(node: SyntaxNode, shell: Shell, scope: Scope): void {
  lookThrough(node, {
    problem: (reason) => scope.findings.problem(reason),
    mayParse: ({ pos, end }) => mayParse(scope, end - pos),
    reckons: (text) => scope.findings.evaluated.reckons(text),
    script: (script, { pos, end }) => {
      const inner = deeper(scope);
      if (!inner) return;
      const foreign = script.source !== undefined && scope.span === undefined;
      walkScript(script, { ...shell }, foreign ? { ...inner, span: [pos, end] } : inner);
    },
  });
}

function walkStatement(statement: Statement, shell: Shell, scope: Scope): void {
  if (statement.background) {
    walkNode(statement.command, { ...shell }, { ...scope, provable: false });
    return;
  }
  const before = shell.directories;
  walkNode(statement.command, shell, scope);
  // Whether a `cd` worked is not known, and the next statement runs either way.
  shell.directories = either(before, shell.directories);
}

function walkNode(node: Walked, shell: Shell, outer: Scope): void {
  const scope = deeper(outer);
  const walk = WALKERS[node.type] as Walker<Walked> | undefined;
  if (!walk) outer.findings.problem(`It has a construct that is not known (${node.type}).`);
  else if (scope) walk(node, shell, READS.has(node.type) ? withInput(scope, outer) : scope);
}

type Walked = PipelineNode | AndOr | CommandNode | CompoundList;
type Walker<Node> = (node: Node, shell: Shell, scope: Scope) => void;

/** The list of what may stand in a line; what is not in it is not understood. */
const WALKERS: { readonly [Type in Walked['type']]: Walker<Extract<Walked, { type: Type }>> } = {
  Command: (node, shell, scope) => {
    const words = readCommand(node, shell, scope);
    for (const child of childrenOf(node)) walkExpansions(child, shell, scope);
    follow(shell, words, scope.home);
  },
  Pipeline: (node, shell, scope) => {
    const alone = node.commands.length === 1;
    // Each part of a pipeline is a process of its own: a `cd` in it moves nobody else.
    let piped: string | undefined;
    for (const [at, command] of node.commands.entries()) {
      const lines = linesBefore(node, at, scope, shell);
      walkNode(command, alone ? shell : { ...shell }, { ...scope, piped, lines, ends: at > 0 });
      piped = printedBy(command, unmoved(scope));
    }
  },
  AndOr: walkAndOr,
  CompoundList: walkList,
  BraceGroup: (node, shell, scope) => walkList(node.body, shell, scope),
  Subshell: (node, shell, scope) => walkList(node.body, { ...shell }, scope),
  If: (node, shell, scope) => {
    for (const branch of [node, ...node.elif]) {
      walkList(branch.clause, shell, scope);
      walkList(branch.then, shell, scope);
    }
    if (node.else) walkList(node.else, shell, scope);
  },
  Case: (node, shell, scope) => {
    walkExpansions(node.word, shell, scope);
    const inside = tellsValue(node.word, scope) ? { ...scope, provable: false } : scope;
    for (const item of node.items) {
      for (const pattern of item.pattern) walkExpansions(pattern, shell, scope);
      walkList(item.body, shell, inside);
    }
  },
  For: (node, shell, scope) => {
    for (const word of node.wordlist ?? []) walkExpansions(word, shell, scope);
    if (!PLAIN_VARIABLE.test(node.name.text)) reportHead(node, shell, scope);
    for (const round of roundsOf(node, shell, scope)) walkBody([node.body], shell, round);
  },
  Select: (node, shell, scope) => {
    for (const word of node.wordlist ?? []) walkExpansions(word, shell, scope);
    reportHead(node, shell, scope);
    walkBody([node.body], shell, scope);
  },
  // Another may never end, which is not reading.
  While: (node, shell, scope) => {
    const loop = readLoop(node, scope);
    if (!loop) {
      walkBody([node.clause, node.body], shell, { ...scope, provable: false });
      return;
    }
    WALKERS.Command(loop.head, shell, { ...scope, isHead: true });
    walkBody([node.body], shell, loop.inside);
  },
  ArithmeticFor: (node, shell, scope) => {
    for (const part of [node.initialize, node.test, node.update]) {
      if (part) walkExpansions(part, shell, scope);
    }
    scope.findings.evaluated.reckons(scope.source.slice(node.pos, node.body.pos));
    reportHead(node, shell, scope);
    walkBody([node.body], shell, { ...scope, provable: false });
  },
  TestCommand: (node, shell, scope) => {
    reportTest(node, shell, scope);
    walkExpansions(node, shell, scope);
  },
  ArithmeticCommand: (node, shell, scope) => {
    report(node, shell, scope, { reads: isPlainArithmetic(node.expression) ? [] : undefined });
    scope.findings.evaluated.reckons(scope.source.slice(node.pos, node.end));
    walkExpansions(node, shell, scope);
  },
  Function: (node, shell, scope) => {
    scope.findings.functionName(node.name.value);
    report(node, shell, scope, { text: `${node.name.value}()` });
    walkBody([node.body], shell, { ...scope, provable: false });
  },
  Coproc: (node, shell, scope) => {
    scope.findings.problem('It starts a co-process.');
    walkNode(node.body, { ...shell }, { ...scope, provable: false });
  },
  Redirected: (node, shell, scope) => {
    const redirections = node.redirects.map((redirect) =>
      readRedirection(redirect, unmoved(scope)),
    );
    for (const redirect of node.redirects) walkExpansions(redirect, shell, scope);
    const harmless = redirections.every(isHarmlessRedirection);
    const reads = harmless || !readsAlone(redirections, scope) ? undefined : [];
    if (!harmless) report(node, shell, scope, { redirections, reads });
    const input = inputThrough(node, shell.directories, scope);
    const inside = { ...scope, ...input };
    walkNode(node.command, shell, harmless || reads ? inside : { ...inside, provable: false });
  },
};

function walkAndOr(node: AndOr, shell: Shell, scope: Scope): void {
  let seen = shell.directories;
  let uncertain = false;
  node.commands.forEach((command, index) => {
    uncertain ||= node.operators[index - 1] === '||';
    if (uncertain) shell.directories = seen;
    walkNode(command, shell, scope);
    seen = either(seen, shell.directories);
  });
  shell.directories = seen;
}

function walkList(list: CompoundList, shell: Shell, scope: Scope): void {
  for (const statement of list.commands) walkStatement(statement, shell, scope);
}

/** A part that may run any number of times, or later. */
function walkBody(parts: readonly Walked[], shell: Shell, scope: Scope): void {
  const before = shell.directories;
  for (const part of parts) walkNode(part, shell, scope);
  if (either(before, shell.directories) === before) return;
  scope.findings.problem('It changes the directory in a loop or a function.');
  shell.directories = undefined;
}
