import type { Rule, RuleSource } from './rule.ts';

/** A rule that can't be read. Its message is a plain sentence: what is wrong and what would do. */
export class RuleError extends Error {
  override readonly name = 'RuleError';
}

const TOOL_NAME = /^[A-Za-z_*][\w*.-]*$/u;

/**
 * Reads `Tool` or `Tool(specifier)`. A bracket that is part of the specifier and has no partner is
 * written `\(` or `\)`. `Tool(*)` is `Tool`. Anything unclear is refused: a rule that is read wider
 * than it was written would allow what nobody allowed.
 * @throws RuleError
 */
export function parseRule(text: string, source: RuleSource): Rule {
  const open = firstBracket(text);
  const tool = open < 0 ? text : text.slice(0, open);
  refuseOddName(text, tool);
  if (open < 0) return { text, tool, specifier: undefined, source };
  const specifier = readSpecifier(text, open);
  if (tool.includes('*')) {
    throw new RuleError(
      `The rule "${text}" names tools with a pattern; such a rule takes no brackets.`,
    );
  }
  return { text, tool, specifier: specifier === '*' ? undefined : specifier, source };
}

/** The rule as text: what `parseRule` read, with `Tool(*)` written as `Tool`. */
export function formatRule(rule: Pick<Rule, 'tool' | 'specifier'>): string {
  return rule.specifier === undefined ? rule.tool : `${rule.tool}(${rule.specifier})`;
}

function firstBracket(text: string): number {
  const found = /[()]/u.exec(text);
  if (found?.[0] === ')') {
    throw new RuleError(`The rule "${text}" has a ")" without its "(".`);
  }
  return found?.index ?? -1;
}

function refuseOddName(text: string, tool: string): void {
  if (text === '')
    throw new RuleError('A rule is empty; write a tool’s name, such as Read or Bash(npm test).');
  if (text !== text.trim()) {
    throw new RuleError(`The rule "${text}" starts or ends with a blank; take it away.`);
  }
  if (TOOL_NAME.test(tool)) return;
  const what = tool === '' ? 'names no tool' : `has "${tool}" where a tool’s name should stand`;
  throw new RuleError(
    `The rule "${text}" ${what}; write Tool or Tool(specifier), such as Bash(npm test).`,
  );
}

function readSpecifier(text: string, open: number): string {
  const close = matchingBracket(text, open);
  if (close < 0) {
    throw new RuleError(
      `The rule "${text}" has a "(" without its ")"; close it, or write \\( for a bracket that belongs to the text.`,
    );
  }
  if (close < text.length - 1) {
    throw new RuleError(
      `The rule "${text}" goes on after its ")"; write each rule by itself, and \\) for a bracket that belongs to the text.`,
    );
  }
  const specifier = text.slice(open + 1, close);
  if (specifier.trim() === '') {
    const tool = text.slice(0, open);
    throw new RuleError(
      `The rule "${text}" has nothing in its brackets; write ${tool} for every call.`,
    );
  }
  return specifier;
}

/** The index of the bracket that closes the one at `open`; -1 when there is none. */
function matchingBracket(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '(') depth += 1;
    else if (character === ')') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}
