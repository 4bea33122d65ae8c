import { join, sep } from 'node:path';
import { foldName } from '../base/fold-name.ts';
import { PatternError } from '../base/name-glob.ts';
import { resolvePath } from '../base/paths.ts';
import {
  atAnyDepth,
  compilePattern,
  literalPrefix,
  matchesPattern,
  type PathPattern,
} from '../base/pattern.ts';
import type { Workspace } from '../base/workspace.ts';
import { RuleError } from './parse-rule.ts';

/** How a rule reads its path: `grant` for allow, which must never widen; `refuse` for deny and ask. */
export type Reading = 'grant' | 'refuse';

/** A path rule, anchored: `names` from the file system's root, then a pattern below them. */
export interface PathMatcher {
  readonly names: readonly string[];
  readonly below: PathPattern;
}

/** Anchors, and the folders that are known already, as for `resolvePath`. */
export interface PathScene extends Workspace {
  readonly folders?: Map<string, string>;
}

/** The names of an absolute path from the root on, as matchers compare them. */
export function namesOf(path: string, reading: Reading): readonly string[] {
  if (reading === 'grant') return split(path);
  const known = FOLDED.get(path);
  if (known) return known;
  const names = split(path).map(foldName);
  if (FOLDED.size >= MAX_FOLDED) FOLDED.clear();
  FOLDED.set(path, names);
  return names;
}

/** Every list asks for the same paths, and folding is most of what a lookup takes. */
const FOLDED = new Map<string, readonly string[]>();
const MAX_FOLDED = 4_096;

function split(path: string): string[] {
  return path.split(sep === '\\' ? /[\\/]/u : '/').filter((name) => name !== '');
}

/**
 * Compiles a path specifier: `//x` from the file system's root, `~/x` from home, `/x` from `anchor` (the
 * workspace, where it is left out), `x` and `./x` from the working directory. To refuse, one folder
 * (`dir/**`) and a bare name count at any depth, case does not count, and links in the rule's own anchor
 * are followed as well; so there may be several matchers.
 * @throws RuleError for a pattern that can't be used.
 */
export function compilePath(
  specifier: string,
  reading: Reading,
  scene: PathScene,
  anchor = scene.root,
): PathMatcher[] {
  const [folder, text] = anchorOf(specifier, scene, reading, anchor);
  const pattern = compile(specifier, text, reading);
  if (reading === 'grant') return [anchored(folder, pattern, reading)];
  if (!/^[/~]/u.test(specifier) && isOneFolder(pattern)) {
    return [anchored(folder, atAnyDepth(pattern), reading)];
  }
  const refused = anchored(folder, pattern, reading);
  return [refused, ...throughLinks(folder, text, refused, scene)];
}

/** `names` as `namesOf` gives them, for the same reading. */
export function matchesPath(
  matcher: PathMatcher,
  names: readonly string[],
  reading: Reading,
  access: 'read' | 'write',
): boolean {
  const { length } = matcher.names;
  if (names.length < length || matcher.names.some((name, index) => name !== names[index]))
    return false;
  return matchesPattern(matcher.below, names.slice(length), endings(reading, access));
}

function endings(reading: Reading, access: 'read' | 'write') {
  // Whoever may read all that is in a folder may list it; whoever may change it may not replace it.
  return { withFolder: reading === 'refuse' || access === 'read', exactEnd: reading === 'grant' };
}

function anchorOf(
  specifier: string,
  scene: Workspace,
  reading: Reading,
  anchor: string,
): [folder: string, pattern: string] {
  if (specifier.startsWith('//')) return [sep, specifier.slice(1)];
  if (specifier.startsWith('~/')) return [scene.home, specifier.slice(1)];
  if (specifier.startsWith('/')) return [anchor, specifier];
  // `./x` names the file beside; only a refusal may take it for the name at any depth.
  const isBeside = specifier.startsWith('./');
  return [scene.directory, isBeside ? specifier.slice(reading === 'grant' ? 1 : 2) : specifier];
}

function compile(specifier: string, text: string, reading: Reading): PathPattern {
  try {
    return compilePattern(text, { fold: reading === 'refuse' });
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw new RuleError(`The path "${specifier}" can’t be used in a rule. ${error.message}`, {
      cause: error,
    });
  }
}

function isOneFolder({ parts }: PathPattern): boolean {
  return parts.length === 2 && parts[0] !== '**' && parts[1] === '**';
}

function anchored(folder: string, pattern: PathPattern, reading: Reading): PathMatcher {
  const prefix = literalPrefix(pattern);
  return {
    names: [...namesOf(folder, reading), ...prefix],
    below: { parts: pattern.parts.slice(prefix.length), fold: false },
  };
}

/**
 * A refusal of `/var/run/x` must hold for `/run/x` when the first is a link to the second. Never done
 * to grant: the checkout is the attacker's, and a link in it would carry the grant wherever it leads.
 */
function throughLinks(
  folder: string,
  text: string,
  refused: PathMatcher,
  { folders }: PathScene,
): PathMatcher[] {
  const prefix = literalPrefix(compilePattern(text));
  if (prefix.length === 0) return [];
  try {
    const { path, real } = resolvePath(join(folder, ...prefix), folder, folder, folders);
    return path === real ? [] : [{ names: namesOf(real, 'refuse'), below: refused.below }];
  } catch {
    return [];
  }
}
