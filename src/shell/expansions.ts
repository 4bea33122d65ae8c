import type { ParameterExpansionPart, ParsedScript, SyntaxNode } from 'unbash';
import { childrenOf } from './parse.ts';

/** What is found inside words: scripts to follow, and reasons not to trust the line. */
export interface ExpansionFindings {
  script(script: ParsedScript, node: SyntaxNode): void;
  problem(reason: string): void;
  /** Whether what is nested here may still be parsed: each level is parsed once for every level around it. */
  mayParse(node: SyntaxNode): boolean;
  /** The source of a sum. */
  reckons(text: string): void;
}

/** Looks through a word, an assignment or a here-document for nested scripts and odd expansions. */
export function lookThrough(root: SyntaxNode, findings: ExpansionFindings): void {
  const open: SyntaxNode[] = [root];
  // A loop, not a recursion: arithmetic nests once per sign.
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === 'Word' && node.parts === undefined) continue;
    if (!visit(node, findings)) open.push(...childrenOf(node).reverse());
  }
}

/** Returns true when the node is dealt with and its children are not to be looked at. */
function visit(node: SyntaxNode, findings: ExpansionFindings): boolean {
  switch (node.type) {
    case 'CommandExpansion':
    case 'ProcessSubstitution':
    case 'ArithmeticCommandExpansion':
      if (!findings.mayParse(node)) return true;
      if (node.script) findings.script(node.script, node);
      else findings.problem('It has a substitution that can not be read.');
      return true;
    case 'ParameterExpansion':
      if (!isHarmless(node)) {
        findings.problem(`The expansion ${node.text} may set a variable or run a command.`);
      }
      return false;
    case 'ExtendedGlob':
      // Bash takes it for a syntax error unless `extglob` is on, which is not known here.
      findings.problem(`The pattern ${node.text} means different things to different shells.`);
      return false;
    case 'ArithmeticExpansion':
      if (!findings.mayParse(node)) return true;
      findings.reckons(node.text);
      if (!node.expression) findings.problem(`The arithmetic ${node.text} can not be read.`);
      return false;
    case 'ArithmeticWord':
      // Bash expands a subscript again: 'a[$(command)]' runs the command even from single quotes.
      if (node.value.includes('[')) findings.problem('It has a subscript in arithmetic.');
      return false;
    default:
      return false;
  }
}

/** An allow-list: `${x@P}` runs what x holds, `${!x}` reads any variable, `${x:=y}` sets one. */
function isHarmless(node: ParameterExpansionPart): boolean {
  if (node.prefix === '!') return false;
  if (node.index && !/^(@|\*|\d+)$/.test(node.index.text)) return false;
  const { operation } = node;
  switch (operation?.type) {
    case undefined:
    case 'Remove':
    case 'Replace':
    case 'CaseModification':
      return true;
    case 'Default':
      return !operation.operator.includes('=');
    case 'Slice':
      return (
        /^ ?-?\d+$/.test(operation.offset.text) && /^-?\d*$/.test(operation.length?.text ?? '')
      );
    default:
      return false;
  }
}
