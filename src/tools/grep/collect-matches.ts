import type { RgItem } from './rg-output.ts';

/** Lines beyond this many are counted, not kept, when no limit was asked for. */
const MOST_KEPT = 100_000;

export interface Matches {
  /** The files on this page, in order. */
  readonly files: readonly string[];
  /** The lines on this page. */
  readonly lines: readonly string[];
  readonly totalFiles: number;
  readonly totalLines: number;
  readonly matches: number;
  readonly binaries: readonly string[];
  /** Files that a deny rule hides. */
  readonly hidden: number;
}

export interface Page {
  readonly offset: number;
  /** 0: all. */
  readonly limit: number;
  readonly numbers: boolean;
  /** A path as ripgrep printed it → as it is shown; `undefined`: it must not be. */
  readonly show: (path: string) => string | undefined;
}

/** Takes one item after another and keeps those of the page; the others are counted. */
export function collectMatches(page: Page): {
  add(item: RgItem): void;
  result(): Matches;
} {
  const shownAs = new Map<string, string | undefined>();
  const files = new Set<string>();
  const binaries = new Set<string>();
  const lines: string[] = [];
  let total = 0;
  let totalFiles = 0;
  let matches = 0;
  let last = '';

  const shown = (path: string) => {
    if (!shownAs.has(path)) {
      shownAs.set(path, page.show(path));
      if (shownAs.get(path) !== undefined) totalFiles += 1;
    }
    return shownAs.get(path);
  };
  const keep = (line: string, path: string) => {
    const isOnPage = total >= page.offset && total < page.offset + (page.limit || MOST_KEPT);
    total += 1;
    if (!isOnPage) return;
    // A gap between lines of one page only, never at its ends.
    if (last === '--' && lines.length > 0) lines.push('--');
    last = '';
    lines.push(line);
    files.add(path);
  };
  return {
    add(item) {
      if (item.kind === 'gap') {
        last = '--';
        return;
      }
      const path = shown(item.path);
      if (path === undefined) return;
      if (item.kind === 'binary') {
        binaries.add(path);
        return;
      }
      if (item.kind === 'line') matches += Number(item.isMatch);
      if (item.kind === 'count') matches += item.count;
      keep(lineOf(item, path, page.numbers), path);
    },
    result: () => ({
      files: [...files].filter((file) => !binaries.has(file)),
      lines,
      totalFiles: totalFiles - binaries.size,
      totalLines: total,
      matches,
      binaries: [...binaries],
      hidden: [...shownAs.values()].filter((path) => path === undefined).length,
    }),
  };
}

function lineOf(item: Exclude<RgItem, { kind: 'gap' | 'binary' }>, path: string, numbers: boolean) {
  if (item.kind === 'file') return path;
  if (item.kind === 'count') return `${path}:${item.count}`;
  const mark = item.isMatch ? ':' : '-';
  return `${path}${mark}${numbers ? item.number + mark : ''}${item.line}`;
}
