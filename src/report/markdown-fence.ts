/** A fenced block, rewritten so that every reader sees the same borders. */
export interface Fence {
  readonly lines: readonly string[];
  /** Index of the first line after it. */
  readonly next: number;
}

/** Blanks or list marks, then a fence. A fence of backticks has none in its info. */
const OPENING = /^([ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+){0,50})(?:(`{3,})([^`]*)|(~{3,})(.*))$/;

/**
 * Blocks that GitHub draws as a picture with links in it, or, at lines of a pull request, as a button
 * that puts them in place of those lines, instead of showing them.
 */
const DRAWN = /^(?:geojson|math|mermaid|stl|suggestion|topojson)$/i;

/**
 * The fenced block that begins in a line, if one does. Where it ends can depend on the lists around
 * it, which readers of Markdown judge one by one; so it is written anew: moved to the margin unless
 * all of it is indented alike, its border longer than any run inside, always closed. What follows is
 * then never code to us and prose to GitHub.
 */
export function fenceAt(lines: readonly string[], at: number): Fence | undefined {
  const found = OPENING.exec(lines[at] ?? '');
  if (!found) return undefined;
  const [, lead = '', ticks, tickInfo = '', tildes = '', tildeInfo = ''] = found;
  const run = ticks ?? tildes;
  const marks = lead.trim();
  const indent = columnsOf(lead);
  const end = closingLine(lines, at + 1, run, indent);
  const content = lines.slice(at + 1, end);
  const stays =
    indent <= 3 && content.every((line) => line.trim() === '' || indentOf(line) >= indent);
  const margin = stays ? ' '.repeat(indent) : '';
  const border = margin + borderFor(run, content);
  const info = /^[\w+#.-]{0,40}/.exec((ticks ? tickInfo : tildeInfo).trim())?.[0] ?? '';
  const language = DRAWN.test(info) ? 'text' : info;
  const body = stays ? content : content.map((line) => outdent(line, indent));
  return {
    lines: [...(marks ? ['', lead.trimEnd()] : []), `${border}${language}`, ...body, border],
    next: Math.min(lines.length, end + 1),
  };
}

function closingLine(lines: readonly string[], from: number, run: string, indent: number): number {
  const closing = new RegExp(`^[ \\t]*${run[0]}{${run.length},}[ \\t]*$`);
  let at = from;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    if (closing.test(line) && indentOf(line) <= indent + 3) break;
    at++;
  }
  return at;
}

function borderFor(run: string, content: readonly string[]): string {
  const mark = run[0] ?? '`';
  const inside = new RegExp(`^[ \\t]*(${mark}{3,})`);
  const longest = content.reduce(
    (most, line) => Math.max(most, inside.exec(line)?.[1]?.length ?? 0),
    0,
  );
  return mark.repeat(Math.max(3, longest + 1));
}

/** Columns that a text takes: tabs go to the next fourth. */
function columnsOf(text: string): number {
  let columns = 0;
  for (const unit of text) columns = unit === '\t' ? columns + 4 - (columns % 4) : columns + 1;
  return columns;
}

function indentOf(line: string): number {
  return columnsOf(/^[ \t]*/.exec(line)?.[0] ?? '');
}

function outdent(line: string, columns: number): string {
  let at = 0;
  while (at < columns && line[at] === ' ') at++;
  return line.slice(at);
}
