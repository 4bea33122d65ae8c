/** A definition, with what a reader makes its title: it is never drawn. */
const DEFINITION =
  /[ \t]{0,12}(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]{0,4}){0,9}\[((?:[^[\]\\]|\\.){1,999})\]:(?:[ \t]*\n)?[ \t]*(<[^<>\n]*>|[^\s<]\S*)((?:[ \t]*\n)?[ \t]*(?:"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\((?:[^()\\]|\\[\s\S])*\)))?[ \t]*(?=\n|$)/y;
const FOOTNOTE = /[ ]{0,3}\[(\^[^[\]\s]{1,100})\]:/y;
/** Behind a paragraph's line a definition is part of the paragraph; one with a title looks like no text. */
const PARAGRAPH = /^ {0,3}(?!\d{1,9}[.)])[\p{L}\p{N}"'(“]/u;
const NOWHERE = /^(?:#|<>)$/;
/** Longer names of definitions are sentences, which nobody sees who reads `[text][name]`. */
const LONGEST_NAME = 30;

/** Finds definitions of links and footnotes, and knows which are used. */
export class LinkDefinitions {
  readonly #text: string;
  #labels: Map<string, number> | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** What begins at the start of a line, if it is a definition: where it ends and what of it may stay. */
  at(at: number, lineBefore: string): { readonly end: number; readonly stays: string } | undefined {
    FOOTNOTE.lastIndex = at;
    const note = FOOTNOTE.exec(this.#text)?.[1];
    if (note !== undefined)
      return this.#isUsed(note) ? undefined : { end: this.#noteEnd(at), stays: '' };
    DEFINITION.lastIndex = at;
    const found = DEFINITION.exec(this.#text);
    if (!found) return undefined;
    const [, label = '', address = '', title] = found;
    const isPlain = title === undefined && !NOWHERE.test(address);
    if (isPlain && PARAGRAPH.test(lineBefore)) return undefined;
    const url = address.replace(/^<|>$/g, '');
    const mayStay = this.#isUsed(label) && /^[^\s<>]*[/.#:][^\s<>]*$/.test(url);
    const stays = mayStay ? `[${label}]: ${url}` : '';
    const end = DEFINITION.lastIndex;
    return stays === this.#text.slice(at, end) ? undefined : { end, stays };
  }

  #isUsed(label: string): boolean {
    if (!this.#labels) {
      this.#labels = new Map();
      for (const { 1: inner = '', index } of this.#text.matchAll(/\[([^[\]]{1,200})\]/g)) {
        if (isHiddenName(inner) && this.#text[index - 1] === ']') continue;
        const key = plain(inner);
        this.#labels.set(key, (this.#labels.get(key) ?? 0) + 1);
      }
    }
    return (this.#labels.get(plain(label)) ?? 0) > 1;
  }

  /** A footnote that nothing points to is not drawn, up to the next blank line. */
  #noteEnd(at: number): number {
    const blank = /\n[ \t]*(?=\n)/g;
    blank.lastIndex = at;
    return blank.exec(this.#text)?.index ?? this.#text.length;
  }
}

/** Whether the name behind a `[text]` is none that anybody would choose to name something. */
export function isHiddenName(name: string): boolean {
  return name.length > LONGEST_NAME || name.trim().split(/\s+/).length > 3;
}

function plain(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase();
}
