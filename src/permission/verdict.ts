import type { Concern } from './concerns.ts';
import type { AskReason, DecidedBy, Verdict } from './decision.ts';
import type { Grant, Missing } from './find-grant.ts';
import { mayGrant, type Question } from './question.ts';
import { suggestAnswer, suggestRules } from './suggest.ts';

/** `reason` may be left out where a rule decided. */
export function deny(by: DecidedBy, reason?: string): Verdict {
  const usual = `The rule "${by.rule}" denies it, and nothing lifts a deny rule; do it another way, or leave it and say so.`;
  return { behavior: 'deny', by, reason: reason ?? usual };
}

export function allow(by: DecidedBy, reason?: string): Verdict {
  return { behavior: 'allow', by, reason: reason ?? `The rule "${by.rule}" allows it.` };
}

/** `concerns` has the gravest first, and at least one. */
export function askAbout(question: Question, concerns: readonly Concern[], grant: Grant): Verdict {
  const [first] = concerns;
  if (first === undefined) throw new Error('Nothing is asked about.');
  const { because, by, reason } = first;
  const suggestion = remedy(question, concerns, grant, because);
  return { behavior: 'ask', because, by, reason, ...(suggestion !== undefined && { suggestion }) };
}

export function askUntrusted(question: Question): Verdict {
  const suggestion = suggestAnswer(question, 'no_rule', 'untrusted', question.workspace);
  const reason =
    'People without write access wrote part of what this run works on, so allow rules count for reading alone.';
  return withoutRule(reason, suggestion);
}

export function askWithoutRule(question: Question, missing: Missing): Verdict {
  const suggestion = suggestRules(question, missing, [], question.workspace);
  return withoutRule(missingText(question.toolName, missing), suggestion);
}

function remedy(
  question: Question,
  concerns: readonly Concern[],
  grant: Grant,
  because: AskReason,
): string | undefined {
  const { workspace, trust } = question;
  if (concerns.some(({ sealed }) => sealed)) return undefined;
  const opens = concerns.flatMap((concern) => concern.opens ?? []);
  // Where all it takes is rules for places, they are the narrower remedy.
  const byRules = opens.length === concerns.length && mayGrant(question);
  const missing = grant.granted ? NOTHING_MISSING : grant.missing;
  return byRules
    ? suggestRules(question, missing, opens, workspace)
    : suggestAnswer(question, because, trust, workspace);
}

const NOTHING_MISSING: Missing = { commands: [], writes: [], domains: [] };

function withoutRule(reason: string, suggestion: string | undefined): Verdict {
  return {
    behavior: 'ask',
    because: 'no_rule',
    by: { step: 'default' },
    reason,
    ...(suggestion !== undefined && { suggestion }),
  };
}

function missingText(toolName: string, { commands, writes, domains }: Missing): string {
  const [command] = commands;
  const [path] = writes;
  const [domain] = domains;
  if (command) return `No allow rule covers the command ${quoted(command.text)}${more(commands)}.`;
  if (path) return `No allow rule covers writing ${quoted(path.given)}${more(writes)}.`;
  if (domain) return `No allow rule covers the domain ${quoted(domain)}${more(domains)}.`;
  return `No allow rule covers this call of ${toolName}.`;
}

function quoted(text: string): string {
  return `"${text.length > 120 ? `${text.slice(0, 120)}…` : text}"`;
}

function more(list: readonly unknown[]): string {
  return list.length > 1 ? ` (and ${list.length - 1} more)` : '';
}
