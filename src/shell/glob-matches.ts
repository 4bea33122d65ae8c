import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ShellScene } from './analysis.ts';
import { isSpent } from './looks.ts';
import { remembered, type Seen } from './seen.ts';

/** More are not looked through; the pattern then counts as not understood. */
const MAX_ENTRIES = 2_000;
const GLOB = /[*?[\\]/;

/**
 * The names that a pattern becomes in `folder`, as bash writes them: what an attacker planted there
 * (a link that leads out of the checkout, say) is judged like a name that was typed. Matches more
 * than bash does rather than less. The pattern itself when nothing matches; `undefined` when there
 * is too much to look through.
 */
export function matchGlob(
  pattern: string,
  folder: string,
  { looks, seen }: Pick<ShellScene, 'looks' | 'seen'> = {},
): readonly string[] | undefined {
  const segments = pattern.split('/');
  const budget = { left: MAX_ENTRIES };
  let names: readonly string[] = [pattern.startsWith('/') ? '/' : ''];
  for (const segment of segments) {
    if (segment === '') continue;
    const next = GLOB.test(segment)
      ? names.flatMap((name) => matchSegment(name, segment, folder, budget, seen))
      : names.map((name) => name + segment).filter((name) => exists(join(absolute(folder, name))));
    if (budget.left < 0) return undefined;
    if (looks) looks.left -= next.reduce((sum, name) => sum + folder.length + name.length, 0);
    if (isSpent(looks)) return undefined;
    names = next.map((name) => `${name}/`);
  }
  const found = names.map((name) => name.slice(0, -1));
  return found.length === 0 ? [pattern.replace(/\\(.)/gs, '$1')] : found;
}

/** Whether a pattern may become a word that starts with `-`, because such a file lies there. */
export function mayBecomeOption(pattern: string, folder: string, seen?: Seen): boolean {
  if (!/^[*?[\\-]/.test(pattern)) return false;
  return entries(folder, seen).some((entry) => entry.name.startsWith('-'));
}

function matchSegment(
  prefix: string,
  segment: string,
  folder: string,
  budget: { left: number },
  seen: Seen | undefined,
): string[] {
  if (budget.left < 0) return [];
  const all = entries(absolute(folder, prefix), seen);
  budget.left -= all.length;
  const fits = compileSegment(segment);
  return all
    .filter(({ name }) => (!name.startsWith('.') || /^[.[\\]/.test(segment)) && fits(name))
    .map(({ name }) => prefix + name);
}

/** A bracket whose end every shell sees in the same place. */
const BRACKET = /\[[!^]?[^\]!^[\\'"$`][^\][\\'"$`]*\]|\\./gs;

/** `*` and `?` as in bash; a plain bracket counts as any character. */
function compileSegment(segment: string): (name: string) => boolean {
  const plain = segment.replace(BRACKET, '?').replace(/\*+/g, '*');
  // What is left of brackets and quotes is not worth understanding: let it match.
  if (/[[\\]/.test(plain)) return () => true;
  // What one character is depends on the locale.
  const wide = plain.replaceAll('?', '*').replace(/\*+/g, '*');
  return (name) => fits(name, /[^\u0020-\u007e]/u.test(name) ? wide : plain);
}

/** Linear but for the last `*`. */
function fits(name: string, pattern: string): boolean {
  let at = 0;
  let star = -1;
  let mark = 0;
  let index = 0;
  while (index < name.length) {
    if (pattern[at] === '*') {
      star = at;
      mark = index;
      at += 1;
    } else if (pattern[at] === '?' || pattern[at] === name[index]) {
      at += 1;
      index += 1;
    } else if (star >= 0) {
      at = star + 1;
      mark += 1;
      index = mark;
    } else {
      return false;
    }
  }
  return /^\**$/.test(pattern.slice(at));
}

function absolute(folder: string, name: string): string {
  return name.startsWith('/') ? name : join(folder, name);
}

function entries(folder: string, seen: Seen | undefined): readonly Dirent[] {
  return remembered(seen?.entries, folder, () => {
    try {
      return readdirSync(folder, { withFileTypes: true });
    } catch {
      return [];
    }
  });
}

function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
