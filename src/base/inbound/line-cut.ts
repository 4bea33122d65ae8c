import { lineAt } from './code-block.ts';
import type { HiddenKind } from './removed.ts';
import { DIAGRAM_REMARK, readFence } from './shown-code.ts';
import { cellEnd, TableRows } from './table-rows.ts';

export interface LineCut {
  /** From here to the end of the line nothing is drawn. */
  readonly at: number;
  readonly kind: HiddenKind;
}

/** Finds the ends of lines that aren't drawn: behind a fence's language, beyond a table's columns. */
export class LineCuts {
  readonly #text: string;
  readonly #tables = new TableRows();
  #isDiagram = false;
  /** The last that was asked for, so that many spans in one are not many searches. */
  #cell = { from: 0, end: -1 };

  constructor(text: string) {
    this.#text = text;
  }

  /** For each line that begins at `at` and is not in a block of code, in their order. */
  next(at: number): LineCut | undefined {
    const line = lineAt(this.#text, at);
    const fence = readFence(line);
    if (fence) this.#isDiagram = fence.language === 'mermaid';
    const drawn = this.#tables.drawnEnd(line, lineAt(this.#text, at + line.length + 1));
    if (fence?.hasWords) return { at: at + fence.end, kind: 'fence words' };
    if (drawn !== undefined) return { at: at + drawn, kind: 'table cells' };
    return this.#isDiagram && DIAGRAM_REMARK.test(line) ? { at, kind: 'comments' } : undefined;
  }

  /** Where a span of code must end: with its line, in a table with its cell. */
  spanLimit(at: number, lineEnd: number): number {
    if (!this.#tables.isInside) return lineEnd;
    const { from, end } = this.#cell;
    if (at < from || at > end) this.#cell = { from: at, end: cellEnd(this.#text, at, lineEnd) };
    return this.#cell.end;
  }
}
