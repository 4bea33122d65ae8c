import type { Rule } from '../permission/rule.ts';

/** Names that stand together before one bracket. */
const MAX_NAMES = 6;

/** Words that rules have in common, as a tree. */
interface Node {
  readonly next: Map<string, Node>;
  /** A rule ends here; `open`: with anything behind it, so that longer rules say nothing new. */
  end: 'none' | 'exact' | 'open';
}

/**
 * Rules in few words, in their order: `npm (test, run (lint, build)); mvn|./mvnw (test, verify);
 * Read (.env*)`. What is allowed is told in full; `maxForms` shows so many in a bracket.
 */
export function gatherRules(rules: readonly Rule[], maxForms = Number.POSITIVE_INFINITY): string[] {
  const root = node();
  for (const { tool, specifier } of rules) {
    const open = specifier === undefined || /(?: \*|:\*)$/u.test(specifier);
    add(root, tool === 'Bash' ? commandWords(specifier) : words(tool, specifier), open);
  }
  return textsOf(root, maxForms);
}

function node(): Node {
  return { next: new Map(), end: 'none' };
}

function add(root: Node, parts: readonly string[], open: boolean): void {
  let at = root;
  for (const part of parts) {
    const next = at.next.get(part) ?? node();
    at.next.set(part, next);
    at = next;
  }
  if (at.end !== 'open') at.end = open ? 'open' : 'exact';
}

function words(...parts: readonly (string | undefined)[]): string[] {
  return parts.filter((part) => part !== undefined);
}

/** A folder of programs is a word of its own: `node_modules/.bin/(tsc, vitest)`. */
function commandWords(specifier: string | undefined): string[] {
  const command = specifier?.replace(/(?: \*|:\*)$/u, '') ?? 'Bash';
  const [program = '', ...rest] = command.split(' ');
  const [, folder, name] = /^(.*\bbin\/)(.+)$/u.exec(program) ?? [undefined, undefined, program];
  return [...words(folder, name), ...rest];
}

/** What can stand at a place; words that go on in the same way stand together. */
function textsOf(at: Node, maxForms: number): string[] {
  const groups: { readonly names: string[]; readonly rest: string }[] = [];
  for (const [name, child] of at.next) {
    if (child.end !== 'none') groups.push({ names: [name], rest: '' });
    if (child.end === 'open') continue;
    const { names, rest } = withTwin(name, child, maxForms);
    if (rest === '') continue;
    const same = groups.find(
      (group) => group.rest === rest && group.names.length + names.length <= MAX_NAMES,
    );
    if (same) same.names.push(...names);
    else groups.push({ names, rest });
  }
  return groups.map(({ names, rest }) => names.join('|') + rest);
}

/** An option that changes nothing about what may follow: `npx|npx --no (tsc, vitest)`. */
function withTwin(
  name: string,
  child: Node,
  maxForms: number,
): { readonly names: string[]; readonly rest: string } {
  const whole = restOf(name, child, maxForms);
  for (const [option, behind] of child.next) {
    if (!option.startsWith('-') || behind.end !== 'none' || behind.next.size < 2) continue;
    const others = new Map([...child.next].filter(([word]) => word !== option));
    const rest = restOf(name, { next: others, end: 'none' }, maxForms);
    if (rest === restOf(option, behind, maxForms))
      return { names: [name, `${name} ${option}`], rest };
  }
  return { names: [name], rest: whole };
}

function restOf(name: string, { next }: Node, maxForms: number): string {
  if (next.size === 0) return '';
  const texts = textsOf({ next, end: 'none' }, maxForms);
  const shown = texts.slice(0, maxForms).join(', ') + (texts.length > maxForms ? ', …' : '');
  const bare = texts.length === 1 && !isFile(name, texts);
  return `${name.endsWith('/') ? '' : ' '}${bare ? shown : `(${shown})`}`;
}

/** Of a tool's name and what it is allowed to touch: always in brackets, as in a rule. */
function isFile(name: string, texts: readonly string[]): boolean {
  return /^[A-Z]\w*$/u.test(name) || texts.some((text) => text.startsWith('/'));
}
