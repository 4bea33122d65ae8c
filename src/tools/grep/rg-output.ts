import type { GrepMode } from './grep-schema.ts';
import { splitter } from './line-splitter.ts';

/** One thing that ripgrep found. `path` is as it printed it. */
export type RgItem =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'count'; readonly path: string; readonly count: number }
  | {
      readonly kind: 'line';
      readonly path: string;
      readonly line: string;
      readonly number: string;
      readonly isMatch: boolean;
    }
  /** Between groups of lines that don't touch. */
  | { readonly kind: 'gap' }
  | { readonly kind: 'binary'; readonly path: string };

/** Takes ripgrep's output (with `--null`) apart. */
export function readRgOutput(
  mode: GrepMode,
  onItem: (item: RgItem) => void,
): { add(chunk: Uint8Array): void; finish(): void } {
  if (mode === 'files_with_matches')
    return splitter('\0', (path) => onItem({ kind: 'file', path: plain(path) }));
  return splitter('\n', (line) => {
    const item = mode === 'count' ? countItem(line) : lineItem(line);
    if (item) onItem(item);
  });
}

function countItem(line: string): RgItem | undefined {
  const [path, count] = line.split('\0');
  if (path === undefined || count === undefined) return undefined;
  return { kind: 'count', path: plain(path), count: Number(count) };
}

function lineItem(line: string): RgItem | undefined {
  const end = line.indexOf('\0');
  if (end < 0) {
    if (line === '--') return { kind: 'gap' };
    const binary =
      /^(.*): (?:binary file matches|WARNING: stopped searching binary file after match) \(/s.exec(
        line,
      );
    return binary?.[1] ? { kind: 'binary', path: plain(binary[1]) } : undefined;
  }
  const found = /^(\d+)([:-])(.*)$/s.exec(line.slice(end + 1).replace(/\r$/, ''));
  if (!found) return undefined;
  const [, number = '', mark, text = ''] = found;
  return {
    kind: 'line',
    path: plain(line.slice(0, end)),
    line: text,
    number,
    isMatch: mark === ':',
  };
}

function plain(path: string): string {
  return path.replace(/^\.\//, '');
}
