import { readFileSync, statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { isInside, resolvePath } from '../../base/paths.ts';
import { cutText } from '../../base/text.ts';
import type { Workspace } from '../../base/workspace.ts';
import { MAX_LINE_CHARS } from '../../tools/read/line-page.ts';
import { decodeText } from '../../tools/text-file/encoding.ts';
import { linesOf, type SeenFile, type SeenPart } from './seen-files.ts';

/** How a file differs from what the agent last saw of it. */
export interface Difference {
  /** From the folder that the agent works in. */
  readonly path: string;
  /** The first line that differs, 1-based; `undefined`: the file is gone. */
  readonly line: number | undefined;
}

export interface CompareOptions {
  readonly workspace: Pick<Workspace, 'root' | 'directory' | 'home'>;
  /** The folder that the recorded run worked in: paths below it are looked for here. */
  readonly before: string;
  /** A record holds no secrets, so what it is compared with must not either. */
  readonly redact: (text: string) => string;
  /** Whether a rule keeps a file from being read. */
  readonly hides: (path: string) => boolean;
}

const MOST_FILES = 200;
const MOST_BYTES = 2 * 1024 * 1024;

/**
 * What differs by now from what the agent last saw, in the order of `files`. Only text in the checkout
 * is looked at, and nothing that the agent may not read.
 */
export function compareFiles(files: readonly SeenFile[], options: CompareOptions): Difference[] {
  return files.slice(0, MOST_FILES).flatMap((file) => {
    try {
      return compare(file, options) ?? [];
    } catch {
      // A path of another system, a folder by now, no right to read it: nothing can be said of it.
      return [];
    }
  });
}

function compare(file: SeenFile, options: CompareOptions): Difference | undefined {
  const { root, directory, home } = options.workspace;
  // As it lay to the folder of work then, so it lies now.
  const place = resolve(directory, relative(options.before, file.path));
  const { path, real, special } = resolvePath(place, directory, home);
  const isOurs = isInside(path, root) && isInside(real, root) && !special;
  if (!isOurs || options.hides(path) || options.hides(real)) return undefined;
  const told = { path: relative(directory, path).split(sep).join('/') };
  const stats = statSync(real, { throwIfNoEntry: false });
  if (stats === undefined) return { ...told, line: undefined };
  if (!stats.isFile() || stats.size > MOST_BYTES) return undefined;
  const text = decodeText(readFileSync(real))?.text;
  if (text === undefined) return undefined;
  const line = firstDifference(file, linesOf(options.redact(text)));
  return line === undefined ? undefined : { ...told, line };
}

function firstDifference(file: SeenFile, lines: readonly string[]): number | undefined {
  const differing = file.parts.flatMap((part) => differenceIn(part, lines) ?? []);
  if (differing.length > 0) return Math.min(...differing);
  const { totalLines } = file;
  if (totalLines === undefined || totalLines === lines.length) return undefined;
  return Math.min(totalLines, lines.length) + 1;
}

function differenceIn({ from, lines: seen }: SeenPart, lines: readonly string[]) {
  const at = seen.findIndex((line, index) => !isSame(line, lines[from - 1 + index]));
  return at < 0 ? undefined : from + at;
}

/** The agent is shown long lines cut. */
function isSame(seen: string, line: string | undefined): boolean {
  if (line === undefined || line === seen) return line === seen;
  return line.length > MAX_LINE_CHARS && seen.startsWith(`${cutText(line, MAX_LINE_CHARS)} … [`);
}
