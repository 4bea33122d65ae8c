import type { Rule } from '../permission/rule.ts';
import { gatherRules } from './gather-rules.ts';
import type { Policy } from './policy.ts';

/** Characters of a line: all this is paid for in every request, though it is cached. */
const MAX_LINE = 3_500;
/** Forms shown of what is refused: the refusal tells the rest. */
const MAX_REFUSED_FORMS = 4;

/**
 * The policy in a few plain lines for the system prompt, so that the model does not try what will be
 * refused. A function of policy and pool: the same bytes in every turn. At most twelve lines. It names
 * no tool as allowed that is not offered.
 */
export function describePolicy(policy: Policy, toolNames: ReadonlySet<string>): string {
  const { deny, ask } = policy.rules;
  const allow = policy.rules.allow.filter(({ tool }) => isOffered(tool, toolNames));
  const answered = policy.answers.flatMap(({ answer, match }) =>
    answer === 'allow' && match.rule ? [match.rule] : [],
  );
  const lines = [
    `The policy \`${policy.name}\` decides every tool call. Nobody is there to ask: a call is allowed or refused at once.`,
    'Allowed: reading files inside the checkout, and shell commands that are proven to change nothing.',
    ruleLine('Allowed as well', allow),
    ruleLine('Allowed by an answer, some only so many times', answered),
    ruleLine('Always refused', deny, MAX_REFUSED_FORMS),
    ruleLine('Refused unless an answer of the policy allows it', ask, MAX_REFUSED_FORMS),
    policy.default === 'stop'
      ? 'Anything else ends the whole run: keep to what is allowed.'
      : 'Anything else is refused.',
    'In a command line every part has to be allowed by itself: write plain commands, one a call where you can.',
    `The same call refused ${policy.limits.repeated_denials} times ends the run.`,
  ];
  return lines.filter((line) => line !== undefined).join('\n');
}

/** Rules for `Read` and `Edit` speak of files, whichever tool reads or writes them. */
function isOffered(tool: string, toolNames: ReadonlySet<string>): boolean {
  return toolNames.has(tool) || tool === 'Read' || tool === 'Edit' || tool.includes('*');
}

function ruleLine(title: string, rules: readonly Rule[], maxForms?: number): string | undefined {
  return rules.length === 0 ? undefined : `${title}: ${cut(gatherRules(rules, maxForms))}.`;
}

function cut(texts: readonly string[]): string {
  let line = '';
  for (const [index, text] of texts.entries()) {
    if (line.length + text.length > MAX_LINE) {
      return `${line && `${line}; and `}${texts.length - index} more: a refusal says which rule`;
    }
    line += index === 0 ? text : `; ${text}`;
  }
  return line;
}
