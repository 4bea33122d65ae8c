/** How to read one line of prose. */
export interface InlineOptions {
  /** Hosts that links and images may lead to. */
  readonly hosts: readonly string[];
  /** The end of what stands before the line: a closing word may be there. */
  readonly before: string;
  /** The text has a table: there a `|` ends a code span. */
  readonly hasTable: boolean;
  /** A later line has a `-->`: a comment that begins here hides all up to it. */
  readonly closesLater: boolean;
}

const TAIL = 160;

/** Ends and beginnings that, with nothing between, can make an address, a mention, a link or an entity. */
const OPEN_END = /[\p{L}\p{N}_@&!\]:/#.\\-]$/u;
const OPEN_START = /^[\p{L}\p{N}_@([\]:/#.&;-]/u;

/** One line that is being rewritten from left to right. */
export class InlineScan {
  readonly line: string;
  readonly options: InlineOptions;
  /** Offset of the next character to read. */
  at = 0;
  /** A comment goes on into the next line. */
  inComment = false;
  /** False when no `-->` is left in the line: many openers must not be many searches. */
  closesHere = true;
  readonly #pieces: string[] = [];
  #apart = false;
  /** Ends of the runs of backticks by length, nearest last; those passed are taken off. */
  #runs: Map<number, number[]> | undefined;

  constructor(line: string, options: InlineOptions) {
    this.line = line;
    this.options = options;
  }

  get text(): string {
    return this.#pieces.join('');
  }

  write(text: string): void {
    if (text === '') return;
    // Two code spans that touch would become one with other borders.
    const last = this.#pieces.at(-1) ?? '';
    const joins = this.#apart && OPEN_END.test(last) && OPEN_START.test(text);
    if (joins || (text.startsWith('`') && last.endsWith('`'))) this.#pieces.push(' ');
    this.#apart = false;
    this.#pieces.push(text);
  }

  /** Something that stood here is left out: what comes next gets a blank where the two could be one. */
  keepApart(): void {
    this.#apart = true;
  }

  /** The last characters as written, those before the line among them. */
  tail(): string {
    let tail = '';
    for (let at = this.#pieces.length - 1; at >= 0 && tail.length < TAIL; at--) {
      tail = this.#pieces[at]?.slice(-TAIL) + tail;
    }
    return (tail.length < TAIL ? this.options.before + tail : tail).slice(-TAIL);
  }

  /** The offset behind the next run of exactly as many backticks; `undefined`: the line has none. */
  closingRun(length: number): number | undefined {
    this.#runs ??= runsOf(this.line);
    const ends = this.#runs.get(length) ?? [];
    while (ends.length > 0 && (ends.at(-1) ?? 0) <= this.at) ends.pop();
    return ends.at(-1);
  }
}

function runsOf(line: string): Map<number, number[]> {
  const runs = new Map<number, number[]>();
  for (const found of [...line.matchAll(/`+/g)].reverse()) {
    const { length } = found[0];
    const ends = runs.get(length) ?? [];
    ends.push(found.index + length);
    runs.set(length, ends);
  }
  return runs;
}
