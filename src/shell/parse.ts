import { forEachChild, type ParsedScript, parse, type SyntaxNode } from 'unbash';

/** The parser looks for the end of each to the end of the line: more are not parsed. */
const MAX_SUBSCRIPTS = 200;

/** Shell text as a tree; `undefined` when the parser gives up on it. Nested scripts parse when looked at. */
export function parseScript(source: string): ParsedScript | undefined {
  if ((source.match(/\$\{[!#]?\w*\[/g)?.length ?? 0) > MAX_SUBSCRIPTS) return undefined;
  try {
    return parse(source);
  } catch {
    // A parser that overflows its stack has understood nothing: the caller must treat it as unclear.
    return undefined;
  }
}

/** The direct children of a node. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  forEachChild(node, (child) => {
    children.push(child);
  });
  return children;
}
