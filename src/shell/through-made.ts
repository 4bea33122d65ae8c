import { isAbsolute, resolve } from 'node:path';
import { type ResolvedPath, resolvePath } from '../base/paths.ts';
import type { ShellScene } from './analysis.ts';
import type { MadeLinks } from './made-links.ts';
import type { WordValue } from './word.ts';

/** Where names lead through links that the same line makes. */
export interface ThroughMade {
  readonly paths: readonly ResolvedPath[];
  /** Why not all of them are known. */
  readonly problem: string | undefined;
}

export const TOO_MANY_LINKS = 'It makes more links than can be followed.';
const MAX_PATHS = 64;

/**
 * What names may come to mean by the time that a command uses them.
 * @param names what the word becomes now.
 * @param base the directory as written: it may lie behind such a link itself.
 * @param found where the names lead now, if the base is no link.
 */
export function throughMade(
  { text, glob }: WordValue,
  names: readonly string[],
  base: string,
  { made, home, seen }: ShellScene,
  found?: readonly ResolvedPath[],
): ThroughMade {
  if (!made || made.size === 0) return { paths: [], problem: undefined };
  if (made.isFull) return unknown(TOO_MANY_LINKS);
  if (glob && made.mayBeFoundIn(resolve(base, text.replace(/[^/]*[*?[\\].*$/s, '')))) {
    return unknown(`The pattern ${text} may find what the same line puts there.`);
  }
  const resolved = (path: string) => resolvePath(path, '/', home, seen?.folders);
  const all = names.map((name, index) => waysOf(name, base, made, resolved, found?.[index]));
  return {
    paths: all.flatMap(({ paths }) => paths),
    problem: all.find(({ problem }) => problem !== undefined)?.problem,
  };
}

function waysOf(
  name: string,
  base: string,
  made: MadeLinks,
  resolved: (path: string) => ResolvedPath,
  found: ResolvedPath | undefined,
): ThroughMade {
  const given = isAbsolute(name) ? name : `${base}/${name}`;
  const ways = made.realPaths(given);
  if (!ways || ways.length > MAX_PATHS) return unknown(`Where ${name} leads is not known.`);
  const usual = found ?? resolved(given);
  const by = [...ways, usual.path, usual.real].map((way) => made.unknownAt(way)).find(Boolean);
  if (by !== undefined) return unknown(unsettled(by, name));
  const others = ways.filter((way) => way !== usual.real && way !== usual.path);
  const paths = others.map((way) => ({ ...resolved(way), given: name }));
  return { paths, problem: undefined };
}

function unsettled(by: string, name: string): string {
  return `What ${by} puts at ${name} is not known beforehand: use it in a call of its own.`;
}

function unknown(problem: string): ThroughMade {
  return { paths: [], problem };
}
