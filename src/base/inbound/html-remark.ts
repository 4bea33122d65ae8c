const OPENING = /<(?:!--|!\[CDATA\[|\?|![A-Za-z]|\/(?![A-Za-z>]))/iy;

/**
 * Finds what HTML never draws: comments, `<!X …>`, `<?…?>`, `<![CDATA[…]]>` and `</ …>`. Remembers what
 * a text has no more of, so that many openers are not many searches.
 */
export class HtmlRemarks {
  readonly #text: string;
  readonly #last = new Map<string, number>();

  constructor(text: string) {
    this.#text = text;
  }

  /** Where the remark that begins at `at` ends, if one does. One that is cut off hides the rest. */
  endAt(at: number, startsLine: boolean): number | undefined {
    OPENING.lastIndex = at;
    const opening = OPENING.exec(this.#text)?.[0];
    if (opening === undefined) return undefined;
    if (opening === '<!--') return this.#commentEnd(at + 4);
    const close = closeOf(opening);
    if (at <= this.#lastOf(close)) return this.#text.indexOf(close, at) + close.length;
    // Within a line it is text.
    return startsLine && close !== '>' ? this.#text.length : undefined;
  }

  #commentEnd(at: number): number {
    const text = this.#text;
    if (text[at] === '>') return at + 1;
    if (text.startsWith('->', at)) return at + 2;
    const ends = /--!?>/g;
    ends.lastIndex = at;
    return ends.exec(text) ? ends.lastIndex : text.length;
  }

  #lastOf(close: string): number {
    const known = this.#last.get(close) ?? this.#text.lastIndexOf(close);
    this.#last.set(close, known);
    return known;
  }
}

function closeOf(opening: string): string {
  if (opening === '<?') return '?>';
  return opening.length > 3 ? ']]>' : '>';
}
