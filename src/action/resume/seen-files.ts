import { type Fields, fieldsOf, itemsOf, numberOf } from '../../report/html/fields.ts';
import { lineBreakOf } from '../../tools/text-file/line-ends.ts';

/** Some lines of a file, as the agent last saw them. */
export interface SeenPart {
  /** 1-based. */
  readonly from: number;
  readonly lines: readonly string[];
}

/** What the agent last saw of a file. */
export interface SeenFile {
  /** Absolute, where the recorded run had it. */
  readonly path: string;
  readonly parts: readonly SeenPart[];
  /** How many lines the whole had; `undefined`: not known. */
  readonly totalLines: number | undefined;
}

/** What is kept of them, characters: beyond it the file seen longest ago is given up. */
const MOST_CHARS = 8_000_000;

/** And of one file, beside the page seen last. */
const MOST_PARTS = 200;

/** What the calls of a recorded run showed of files, by their structured outputs. */
export class SeenFiles {
  readonly #files = new Map<string, SeenFile & { readonly chars: number }>();
  #chars = 0;
  /** How many were given up. */
  left = 0;

  /** @param output of any tool: those that show no file say nothing. */
  note(output: unknown): void {
    const seen = pageOf(output, this.#files) ?? changeOf(output);
    if (seen === undefined) return;
    this.#forget(seen.path);
    const chars = seen.parts.reduce((sum, { lines }) => sum + charsOf(lines), 0);
    this.#files.set(seen.path, { ...seen, chars });
    this.#chars += chars;
    for (const oldest of this.#files.keys()) {
      if (this.#chars <= MOST_CHARS) break;
      this.#forget(oldest);
      this.left++;
    }
  }

  /** The one seen last comes first. */
  get files(): readonly SeenFile[] {
    return [...this.#files.values()].reverse();
  }

  #forget(path: string): void {
    this.#chars -= this.#files.get(path)?.chars ?? 0;
    this.#files.delete(path);
  }
}

/** The lines of a text, without what ends them. A line end at the very end begins no further line. */
export function linesOf(text: string): string[] {
  const lineBreak = lineBreakOf(text);
  const lines = text.split(lineBreak);
  if (lines.at(-1) === '') lines.pop();
  return lineBreak === '\n' ? lines.map(withoutReturn) : lines;
}

/** A page that was read. */
function pageOf(output: unknown, known: ReadonlyMap<string, SeenFile>): SeenFile | undefined {
  const { file } = fieldsOf(output) as { readonly file?: unknown };
  const { filePath: path, content, startLine, totalLines: total } = fieldsOf(file);
  const from = numberOf(startLine);
  if (typeof path !== 'string' || typeof content !== 'string' || from === undefined)
    return undefined;
  const totalLines = numberOf(total);
  const before = known.get(path);
  // Pages of one state of the file belong together.
  const others = before?.totalLines === totalLines ? (before?.parts ?? []) : [];
  const page = { from, lines: content === '' ? [] : content.split('\n') };
  const parts = [...others.filter((part) => part.from !== from).slice(-MOST_PARTS), page];
  return { path, parts, totalLines };
}

/** A file that was changed: the whole of it where the output has that, else the places. */
function changeOf(output: unknown): SeenFile | undefined {
  const {
    filePath: path,
    content,
    structuredPatch,
    originalFile,
    created,
    newString,
  } = fieldsOf(output);
  if (typeof path !== 'string' || !Array.isArray(structuredPatch)) return undefined;
  const hunks = structuredPatch.map(fieldsOf);
  const whole = wholeOf({ content, created, newString, originalFile }, hunks);
  if (whole === undefined) return { path, parts: hunks.map(changedPart), totalLines: undefined };
  return { path, parts: [{ from: 1, lines: whole }], totalLines: whole.length };
}

function wholeOf(output: Fields, hunks: readonly Fields[]): readonly string[] | undefined {
  const { content, created, newString, originalFile } = output;
  if (typeof content === 'string') return linesOf(content);
  if (created === true && typeof newString === 'string') return linesOf(newString);
  return typeof originalFile === 'string' ? patched(linesOf(originalFile), hunks) : undefined;
}

function patched(lines: readonly string[], hunks: readonly Fields[]): readonly string[] {
  const next: string[] = [];
  let at = 0;
  for (const hunk of hunks) {
    const from = Math.max(0, (numberOf(hunk['oldStart']) ?? 1) - 1);
    next.push(...lines.slice(at, from), ...changedPart(hunk).lines);
    at = from + (numberOf(hunk['oldLines']) ?? 0);
  }
  return [...next, ...lines.slice(at)];
}

function changedPart(hunk: Fields): SeenPart {
  const lines = itemsOf(hunk['lines'])
    .map(String)
    .filter((line) => line.startsWith(' ') || line.startsWith('+'))
    .map((line) => withoutReturn(line.slice(1)));
  return { from: numberOf(hunk['newStart']) ?? 1, lines };
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

function charsOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}
