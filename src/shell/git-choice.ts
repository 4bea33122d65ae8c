import { existsSync } from 'node:fs';
import { join, normalize, relative } from 'node:path';
import { withoutGlobalOptions } from './git-effects.ts';
import { printsContent } from './git-printing.ts';
import { readPathspec } from './pathspec.ts';

/** What of a repository's files is chosen. */
export interface Choice {
  readonly paths: readonly string[];
  /** Whether a file is, told from the top of the work tree. */
  readonly has: (path: string) => boolean;
  /** Paths that name one file each, told from the top; empty when there are others. */
  readonly single: readonly string[];
}

export function choiceOf(
  top: string,
  cwd: string,
  command: string,
  rest: readonly string[],
): Choice {
  const folder = cwd === top ? '' : `${relative(top, cwd)}/`;
  // Paths then only choose the commits, or the name a file has now.
  const isWhole = rest.some((arg) => /^--(?:full-diff|follow)$/.test(arg));
  const paths = isWhole ? [] : pathsOf(command, rest, cwd);
  const specs = paths.map((path) => readPathspec(path, folder));
  const chosen = specs.filter(({ isExclusion }) => !isExclusion);
  const left = specs.filter(({ isExclusion }) => isExclusion);
  const isPlain = paths.every((path) => !/^:|[*?[\\]/.test(path));
  return {
    paths,
    has: (path) =>
      (chosen.length === 0 || chosen.some((spec) => spec.matches(path))) &&
      !left.some((spec) => spec.matches(path)),
    single: isPlain ? paths.map((path) => normalize(folder + path)) : [],
  };
}

/** The files by which it chooses what it prints, as far as they are plain names. */
export function chosenFiles(args: readonly string[]): readonly string[] {
  const [command = '', ...rest] = withoutGlobalOptions(args);
  if (!printsContent(command, rest)) return [];
  const end = rest.indexOf('--');
  const behind = end < 0 ? [] : rest.slice(end + 1).filter((path) => !/^:|[*?[\\]/.test(path));
  return [...behind, ...linesOf(rest)];
}

/** The files of `-L1,9:file`, `-L :function:file`. */
function linesOf(rest: readonly string[]): readonly string[] {
  return rest.flatMap((arg, index) => {
    if (!arg.startsWith('-L')) return [];
    return /:([^:]+)$/.exec(arg === '-L' ? (rest[index + 1] ?? '') : arg)?.[1] ?? [];
  });
}

/** Operands that choose files: what stands behind `--`, else what is there. */
function pathsOf(command: string, rest: readonly string[], cwd: string): readonly string[] {
  const lines = command === 'grep' ? [] : linesOf(rest);
  if (lines.length > 0) return lines;
  const end = rest.indexOf('--');
  if (end >= 0) return rest.slice(end + 1);
  const operands = rest.filter((arg) => !arg.startsWith('-'));
  const named = command === 'grep' ? operands.slice(1) : operands;
  return named.filter(
    (path) => /^:[(!^/]/.test(path) || (!path.includes(':') && existsSync(join(cwd, path))),
  );
}
