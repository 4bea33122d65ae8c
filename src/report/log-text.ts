import { countOf, cutText, oneLine } from '../base/text.ts';
import type { Block, Rendered } from '../tool/rendering.ts';
import { plainText } from './plain-text.ts';

/** Stand before each line of others: the runner takes one that begins with `::`, after blanks, for a command. */
const MARGINS = { output: '│ ', agent: '❯ ' } as const;
const MAX_LINE = 2_000;
/** Lines of a failed call that are shown where its whole output is not asked for. */
export const TAIL_LINES = 12;

/** Text by model, tools and files as lines of a log that no runner takes for a command. */
export function foreignLines(text: string, from: keyof typeof MARGINS = 'output'): string[] {
  return plainText(text)
    .replace(/\n+$/, '')
    .split('\n')
    .map((line) => MARGINS[from] + harmless(shortLine(line)));
}

/** The same inside a line of ours. */
export function foreignInline(text: string, max = 200): string {
  return harmless(oneLine(plainText(text), max));
}

/** The lines of a rendering, its own line breaks kept. */
export function renderedLines(rendered: Rendered): string[] {
  return rendered.flatMap((block) => foreignLines(textOf(block)));
}

/** The last lines, and how many stood before. */
export function tailOf(lines: readonly string[]): string[] {
  const left = lines.length - TAIL_LINES;
  const note = left > 0 ? [`│ … ${countOf(left, 'line')} before`] : [];
  return [...note, ...lines.slice(-TAIL_LINES)];
}

/** One workflow command. Its data is ours to escape: `%0A` in it would be a new line. */
export function workflowCommand(name: string, data: string, title?: string): string {
  const clean = harmless(plainText(data));
  const message = clean.replaceAll('%', '%25').replaceAll('\n', '%0A');
  return `::${name}${title === undefined ? '' : ` title=${title}`}::${message}`;
}

/** The runner still takes `##[command]` for one, wherever in a line it stands. */
export function harmless(line: string): string {
  return line.replaceAll('##[', '#\\#[');
}

/** A line of which something is left out says so. */
function shortLine(line: string): string {
  const shown = cutText(line, MAX_LINE);
  const left = line.length - shown.length;
  return left === 0 ? line : `${shown} … (${countOf(left, 'more character')})`;
}

function textOf(block: Block): string {
  return block.type === 'list' ? block.items.map((item) => `- ${item}`).join('\n') : block.text;
}
