import type { Command, Pipeline, Redirected, While } from 'unbash';
import type { Shell } from './directories.ts';
import { effectOfRedirection } from './redirection.ts';
import { goingThrough, type Scope, unmoved } from './scope.ts';
import type { ShellRedirection } from './simple-command.ts';
import { upstreamOf, upstreamOfWord } from './upstream.ts';
import { literal, readWord, type Upstream } from './word.ts';

/** A variable that is no other program's business. */
const NAME = /^(?!.*(?:proxy|config))[a-z_][a-z0-9_]*$/;
/** Input that comes to an end: a file, or text. */
const ENDING = new Set(['<', '<<', '<<-', '<<<']);

/** `while read …` over input that ends: it is as harmless as a loop over words. */
export interface ReadLoop {
  readonly head: Command;
  /** In which its body runs. */
  readonly inside: Scope;
}

/** @returns `undefined`: the loop is another, or may never end. */
export function readLoop({ kind, clause }: While, scope: Scope): ReadLoop | undefined {
  const [statement, ...more] = clause.commands;
  const head = statement?.command;
  if (kind !== 'while' || !scope.ends || more.length > 0 || statement?.background) return undefined;
  if (head?.type !== 'Command' || head.redirects.length > 0) return undefined;
  const words = [head.name, ...head.args].map((word) =>
    word?.type === 'Word' ? literal(readWord(word, unmoved(scope))) : undefined,
  );
  const names = namesOf(words);
  const isFree = names?.every((name) => NAME.test(name) && !scope.loops?.has(name));
  if (!names || !isFree || !splitsPlainly(head, scope) || !scope.findings.mayAllRead())
    return undefined;
  for (const name of names) scope.findings.evaluated.loops(name);
  const isWhole =
    names.length === 1 &&
    head.prefix.every((part) => part.type === 'Assignment' && part.text === 'IFS=');
  const lines = isWhole ? scope.lines?.() : undefined;
  const listed = lines && { ...lines, isNul: words.includes('-d') };
  const inside = names.reduce((outer, name) => goingThrough(outer, name, undefined, listed), scope);
  return { head, inside };
}

/** What comes to a compound command through its redirections. */
export function inputThrough(
  { redirects }: Redirected,
  directories: Upstream['directories'],
  scope: Scope,
): Pick<Scope, 'ends' | 'lines'> {
  const own = redirects.findLast(
    ({ type, operator, descriptor }) =>
      (type !== 'Redirect' || operator.startsWith('<')) &&
      (descriptor === undefined ||
        (descriptor.type === 'FileDescriptor' && descriptor.value === 0)),
  );
  if (!own) return { ends: scope.ends, lines: scope.lines };
  const target = own.type === 'Redirect' && own.operator === '<' ? own.target : undefined;
  return {
    ends: ENDING.has(own.operator),
    lines: () => upstreamOfWord(target, unmoved(scope), directories),
  };
}

/** Whether redirections only read; so they are taken where all of the line reads. */
export function readsAlone(
  redirections: readonly ShellRedirection[],
  { findings }: Scope,
): boolean {
  const isReading = redirections.every((redirection) =>
    ['none', 'read'].includes(effectOfRedirection(redirection).kind),
  );
  return isReading && findings.mayAllRead();
}

/** The commands before one of a pipeline. */
export function linesBefore(
  { commands, operators }: Pipeline,
  at: number,
  scope: Scope,
  { directories }: Shell,
): Scope['lines'] {
  if (at === 0) return undefined;
  return () =>
    upstreamOf(commands.slice(0, at), operators.slice(0, at), unmoved(scope), directories);
}

/** `read -r a b`, `read -r -d '' a`: the names. */
function namesOf([name, ...words]: readonly (string | undefined)[]): readonly string[] | undefined {
  const texts = words.filter((word) => word !== undefined);
  if (name !== 'read' || texts.length < words.length) return undefined;
  const at = texts.findIndex((text) => !text.startsWith('-') && text !== '');
  const options = at < 0 ? texts : texts.slice(0, at);
  return at >= 0 && /^(?:-r ?)?(?:-d )?$|^-d {2}-r$/.test(options.join(' '))
    ? texts.slice(at)
    : undefined;
}

function splitsPlainly({ prefix }: Command, scope: Scope): boolean {
  return prefix.every(
    (part) =>
      part.type === 'Assignment' &&
      part.name === 'IFS' &&
      part.value.type === 'Word' &&
      literal(readWord(part.value, unmoved(scope))) !== undefined,
  );
}
