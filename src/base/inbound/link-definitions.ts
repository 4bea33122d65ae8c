import { DEFINES } from './unused-links.ts';

/** A definition, with what a reader makes its title: it is never drawn. */
const DEFINITION =
  /[ \t]{0,12}(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]{0,4}){0,9}\[((?:[^[\]\\]|\\.){1,999})\]:(?:[ \t]*\n)?[ \t]*(<[^<>\n]*>|[^\s<]\S*)((?:[ \t]*\n)?[ \t]*(?:"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\((?:[^()\\]|\\[\s\S])*\)))?[ \t]*(?=\n|$)/y;
const FOOTNOTE = /[ ]{0,3}\[\^[^[\]\s]{1,100}\]:/y;
/** Behind a paragraph's line a definition is part of the paragraph; one with a title looks like no text. */
const PARAGRAPH = /^ {0,3}(?!\d{1,9}[.)])[\p{L}\p{N}"'(“]/u;
const NOWHERE = /^(?:#|<>)$/;
/** Longer names of definitions are sentences, which nobody sees who reads `[text][name]`. */
const LONGEST_NAME = 30;

interface Definition {
  /** Where it ends; a footnote's words are text like any. */
  readonly end: number;
  readonly isNote: boolean;
  /** What of it may stay, if something on the page points to it. */
  readonly stays: string;
  readonly isChanged: boolean;
}

/** Finds definitions of links and footnotes. */
export class LinkDefinitions {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** What begins at the start of a line, if it is a definition. */
  at(at: number, lineBefore: string): Definition | undefined {
    FOOTNOTE.lastIndex = at;
    if (FOOTNOTE.test(this.#text))
      return { end: at, stays: DEFINES, isChanged: false, isNote: true };
    DEFINITION.lastIndex = at;
    const found = DEFINITION.exec(this.#text);
    if (!found) return undefined;
    const [, label = '', address = '', title] = found;
    const isPlain = title === undefined && !NOWHERE.test(address);
    if (isPlain && PARAGRAPH.test(lineBefore)) return undefined;
    const url = address.replace(/^<|>$/g, '');
    const mayStay = label.length <= 200 && /^[^\s<>]*[/.#:][^\s<>]*$/.test(url);
    const plain = mayStay ? `[${label}]: ${url}` : '';
    const end = DEFINITION.lastIndex;
    const isChanged = plain !== this.#text.slice(at, end);
    return { end, stays: mayStay ? DEFINES + plain : '', isChanged, isNote: false };
  }
}

/** Whether the name behind a `[text]` is none that anybody would choose to name something. */
export function isHiddenName(name: string): boolean {
  return name.length > LONGEST_NAME || name.trim().split(/\s+/).length > 3;
}
