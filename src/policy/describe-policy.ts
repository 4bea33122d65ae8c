import type { Rule } from '../permission/rule.ts';
import type { Policy } from './policy.ts';

/** Characters of one line, and forms shown of one program: all this is paid for in every request. */
const MAX_LINE = 700;
const MAX_FORMS = 4;

/**
 * The policy in a few plain lines for the system prompt, so that the model does not try what will be
 * refused. A function of the policy alone: the same bytes in every turn. At most twelve lines.
 */
export function describePolicy(policy: Policy): string {
  const { deny, ask, allow } = policy.rules;
  const answered = policy.answers.flatMap(({ answer, match }) =>
    answer === 'allow' && match.rule ? [match.rule] : [],
  );
  const lines = [
    `The policy \`${policy.name}\` decides every tool call. Nobody is there to ask: a call is allowed or refused at once.`,
    'Allowed: reading files inside the checkout, and shell commands that are proven to change nothing.',
    ruleLine('Allowed as well', allow),
    ruleLine('Allowed by an answer, some only so many times', answered),
    ruleLine('Always refused', deny),
    ruleLine('Refused unless an answer of the policy allows it', ask),
    policy.default === 'stop'
      ? 'Anything else ends the whole run: keep to what is allowed.'
      : 'Anything else is refused.',
    'In a command line every part has to be allowed by itself: write plain commands, one a call where you can.',
    `The same call refused ${policy.limits.repeated_denials} times ends the run.`,
  ];
  return lines.filter((line) => line !== undefined).join('\n');
}

function ruleLine(title: string, rules: readonly Rule[]): string | undefined {
  return rules.length === 0 ? undefined : `${title}: ${cut(gathered(rules))}.`;
}

/** `npm (test, run lint, …)`, `Read (.env*, …)`: rules by program or tool, in the order of the rules. */
function gathered(rules: readonly Rule[]): string[] {
  const groups = new Map<string, Set<string>>();
  for (const { tool, specifier } of rules) {
    const [name, form] = tool === 'Bash' ? commandOf(specifier) : [tool, specifier];
    const forms = groups.get(name) ?? new Set();
    groups.set(name, form ? forms.add(form) : forms);
  }
  return [...groups].map(([name, forms]) => {
    if (forms.size === 0) return name;
    const more = forms.size > MAX_FORMS ? ', …' : '';
    return `${name} (${[...forms].slice(0, MAX_FORMS).join(', ')}${more})`;
  });
}

function commandOf(specifier: string | undefined): [program: string, rest: string | undefined] {
  const command = specifier?.replace(/(?: \*|:\*)$/u, '') ?? 'Bash';
  const blank = command.indexOf(' ');
  return blank < 0 ? [command, undefined] : [command.slice(0, blank), command.slice(blank + 1)];
}

function cut(words: readonly string[]): string {
  let text = '';
  for (const [index, word] of words.entries()) {
    if (text.length + word.length > MAX_LINE) return `${text}; and ${words.length - index} more`;
    text += index === 0 ? word : `; ${word}`;
  }
  return text;
}
