import { ConfigError } from '../base/errors.ts';
import { parseRule } from '../permission/parse-rule.ts';
import type { Rule } from '../permission/rule.ts';
import { ruleProblem } from './rule-problem.ts';

/**
 * The rules of an input, one a line; empty lines are passed over and nothing is split or unquoted:
 * a rule read wider than it was written would allow what nobody allowed.
 * @throws ConfigError for a line that is no rule, with the input as file and its line.
 */
export function rulesFromInput(
  lines: readonly string[],
  input: 'allowed_tools' | 'disallowed_tools',
  knownToolNames: ReadonlySet<string>,
): Rule[] {
  const file = `input ${input}`;
  const list = input === 'allowed_tools' ? 'allow' : 'deny';
  return lines.flatMap((given, index) => {
    const text = given.trim();
    if (text === '') return [];
    const problem = severalRules(text) ?? ruleProblem(text, list, knownToolNames);
    if (problem !== undefined) {
      const at = { file, line: index + 1, column: given.indexOf(text) + 1 };
      throw new ConfigError(problem, { at });
    }
    return [parseRule(text, { file, line: index + 1 })];
  });
}

/** A list on one line, as other actions take it; commas in brackets belong to the rule. */
function severalRules(text: string): string | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    else if (character === ',' && depth === 0) {
      return `“${text}” looks like several rules; write one rule a line, without commas between them.`;
    }
  }
  return undefined;
}
