import type { Redirection } from 'unbash';
import type { ShellRedirection } from './simple-command.ts';
import { type KnownVariables, literal, readWord, type ShellWord } from './word.ts';

/** What a redirection does. */
export type RedirectionEffect =
  | { readonly kind: 'none' }
  /** Text with the value of a variable, which may be a secret. */
  | { readonly kind: 'discloses' }
  | { readonly kind: 'read' | 'write'; readonly file: string }
  | { readonly kind: 'network'; readonly host: string }
  | { readonly kind: 'unclear'; readonly reason: string };

const INLINE = new Set(['<<', '<<-', '<<<']);
const DUPLICATE = new Set(['<&', '>&']);

export function readRedirection(redirect: Redirection, known: KnownVariables): ShellRedirection {
  return {
    operator: redirect.operator,
    target: targetOf(redirect, known),
    setsVariable: redirect.descriptor?.type === 'FileDescriptorVariable',
  };
}

/** For a here-document its text. */
function targetOf(redirect: Redirection, known: KnownVariables): ShellWord | undefined {
  if (redirect.type === 'HereDoc') {
    const { pos, end, text, parts } = redirect.body;
    return parts && readWord({ type: 'Word', pos, end, text, value: text, parts }, known);
  }
  return redirect.target && readWord(redirect.target, known);
}

export function effectOfRedirection(redirection: ShellRedirection): RedirectionEffect {
  const { operator, target, setsVariable } = redirection;
  // `{PATH}> file` would put a number into PATH.
  if (setsVariable) return unclear('A redirection sets a variable.');
  if (INLINE.has(operator)) return { kind: target?.unknown === 'variable' ? 'discloses' : 'none' };
  const file = literal(target);
  if (!target || file === undefined || file === '') {
    return unclear(`Where the redirection ${operator} ${target?.text ?? ''} leads is not known.`);
  }
  if (DUPLICATE.has(operator) && /^(\d+-?|-)$/.test(file)) return { kind: 'none' };
  if (file === '/dev/null') return { kind: 'none' };
  const socket = /^\/+dev\/+(?:tcp|udp)\/+([^/]+)/.exec(file);
  // Bash itself opens a connection for these names; no such file exists.
  if (socket) return { kind: 'network', host: (socket[1] ?? '').toLowerCase() };
  return { kind: operator === '<' || operator === '<&' ? 'read' : 'write', file };
}

/** Nothing but data that stands in the line, the bit bucket, or one stream put onto another. */
export function isHarmlessRedirection(redirection: ShellRedirection): boolean {
  return effectOfRedirection(redirection).kind === 'none';
}

/** The same redirection a thousand times is one look at the disk. */
export function distinct(redirections: readonly ShellRedirection[]): Iterable<ShellRedirection> {
  if (redirections.length < 2) return redirections;
  const keyOf = ({ operator, target, setsVariable }: ShellRedirection) =>
    JSON.stringify([operator, setsVariable, target?.text, target?.values, target?.unknown]);
  return new Map(redirections.map((one) => [keyOf(one), one])).values();
}

function unclear(reason: string): RedirectionEffect {
  return { kind: 'unclear', reason };
}
