import type { Rule } from '../permission/rule.ts';
import type { Policy } from './policy.ts';

const MAX_LINE = 1_200;
const MAX_FORMS = 6;

/**
 * The policy in a few plain lines for the system prompt, so that the model does not try what will be
 * refused. A function of the policy alone: the same bytes in every turn. At most twelve lines.
 */
export function describePolicy(policy: Policy): string {
  const { deny, ask, allow } = policy.rules;
  const lines = [
    `The policy \`${policy.name}\` decides every tool call. Nobody is there to ask: a call is allowed or refused at once.`,
    'Allowed: reading files inside the checkout, and shell commands that are proven to change nothing.',
    ruleLine('Allowed as well', allow),
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
  if (rules.length === 0) return undefined;
  const commands = rules.filter((rule) => rule.tool === 'Bash' && rule.specifier !== undefined);
  const others = rules.filter((rule) => !commands.includes(rule)).map((rule) => rule.text);
  return `${title}: ${cut([...new Set(others), ...commandWords(commands)])}.`;
}

/** `npm (test, run lint, …)`: commands gathered by their first word, in the order of the rules. */
function commandWords(rules: readonly Rule[]): string[] {
  const byProgram = new Map<string, Set<string>>();
  for (const rule of rules) {
    const command = (rule.specifier ?? '').replace(/(?: \*|:\*)$/u, '');
    const [program = '', ...rest] = command.split(' ');
    byProgram.set(program, (byProgram.get(program) ?? new Set()).add(rest.join(' ')));
  }
  return [...byProgram].map(([program, forms]) => {
    const known = [...forms].filter((form) => form !== '');
    if (known.length === 0) return `\`${program}\``;
    const more = known.length > MAX_FORMS ? ', …' : '';
    return `\`${program}\` (${known.slice(0, MAX_FORMS).join(', ')}${more})`;
  });
}

function cut(words: readonly string[]): string {
  let text = '';
  for (const [index, word] of words.entries()) {
    if (text.length + word.length > MAX_LINE) return `${text} and ${words.length - index} more`;
    text += index === 0 ? word : `; ${word}`;
  }
  return text;
}
