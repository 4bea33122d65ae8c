import { CodeBlocks, lineAt } from './code-block.ts';
import { isHiddenElement } from './hidden-element.ts';
import { HtmlRemarks } from './html-remark.ts';
import { type HtmlTag, isPlainWord, plainTag, readTag, VOID } from './html-tag.ts';
import { isHiddenName, LinkDefinitions } from './link-definitions.ts';
import { imageBrackets, readDestination, spanEnd } from './markdown-link.ts';
import type { HiddenKind, RemovalCount } from './removed.ts';

interface ProseOptions {
  readonly count: RemovalCount;
  /** Takes a piece of code out of reach and gives what stands for it. */
  readonly keepCode: (code: string) => string;
  /** False once code is out of reach and entities are written out: what is left of Markdown was text. */
  readonly isFirst: boolean;
}

const AUTOLINK = /<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[\w.+-]{1,64}@[\w.-]{1,255})>/y;
const REFERENCE = /\]\[([^[\]]{1,999})\]/y;
const HTML_BLOCK = /^[ \t]*(?:(?:[-*+>]|\d{1,9}[.)])[ \t]*){0,50}<[/!?A-Za-z]/;
const RAW_BLOCK = /^[ \t]*<(pre|script|style|textarea)(?=[\s>]|$)/i;

/** Reads Markdown from left to right, once, and leaves out what readers don't draw. */
export class ProseScan {
  readonly #text: string;
  readonly #options: ProseOptions;
  readonly #out: string[] = [];
  readonly #code: CodeBlocks;
  readonly #definitions: LinkDefinitions;
  readonly #remarks: HtmlRemarks;
  readonly #brackets: ReadonlyMap<number, number>;
  readonly #cost = { spent: 0 };
  #at = 0;
  #firstInLine = 0;
  #lineEnd = 0;
  #lineBefore = '';
  /** Up to here nothing is code: an HTML block, or backticks that readers may pair in other ways. */
  #noCodeUntil = 0;
  #hidden: { readonly name: string; depth: number } | undefined;

  constructor(text: string, options: ProseOptions) {
    this.#text = text;
    this.#options = options;
    this.#code = new CodeBlocks(text);
    this.#definitions = new LinkDefinitions(text);
    this.#remarks = new HtmlRemarks(text);
    this.#brackets = options.isFirst ? imageBrackets(text) : new Map();
  }

  read(): string {
    const special = this.#options.isFirst ? /[\n<`\\!\]]/g : /[\n<]/g;
    this.#startLine();
    while (this.#at < this.#text.length) {
      special.lastIndex = this.#at;
      const next = special.exec(this.#text)?.index ?? this.#text.length;
      this.#copyTo(next);
      if (next < this.#text.length) this.#special(this.#text.charAt(next));
    }
    return this.#out.join('');
  }

  #special(unit: string): void {
    if (unit === '<') this.#angle();
    else if (unit === '`') this.#backticks();
    else if (unit === '!') this.#image();
    else if (unit === ']') this.#destination();
    else if (unit === '\n') {
      this.#copyTo(this.#at + 1);
      this.#startLine();
    } else this.#copyTo(this.#at + (/[\\`]/.test(this.#text.charAt(this.#at + 1)) ? 2 : 1));
  }

  #startLine(): void {
    const line = lineAt(this.#text, this.#at);
    this.#firstInLine = this.#at + line.length - line.trimStart().length;
    if (!this.#options.isFirst) return;
    this.#lineEnd = this.#at + line.length;
    const definition = this.#definitions.at(this.#at, this.#lineBefore);
    this.#lineBefore = definition ? '' : line;
    if (definition) {
      this.#leaveOut('link definitions', definition.end);
      this.#write(definition.stays);
      return;
    }
    const mayBeCode = this.#at >= this.#noCodeUntil;
    const end = this.#code.blockAt(this.#at, mayBeCode);
    if (end !== undefined && mayBeCode) {
      this.#lineBefore = '';
      this.#keep(end);
    } else if (mayBeCode && HTML_BLOCK.test(line)) this.#refuseCode(RAW_BLOCK.exec(line)?.[1]);
  }

  #angle(): void {
    const remark = this.#remarks.endAt(this.#at, this.#at === this.#firstInLine);
    AUTOLINK.lastIndex = this.#at;
    const tag = remark === undefined ? readTag(this.#text, this.#at, this.#cost) : undefined;
    if (remark !== undefined) this.#leaveOut('comments', remark);
    else if (AUTOLINK.test(this.#text)) this.#copyTo(AUTOLINK.lastIndex);
    else if (tag) this.#tag(tag);
    else if (this.#cost.spent <= this.#text.length * 8 + 10_000) this.#copyTo(this.#at + 1);
    else this.#leaveOut('unreadable ends', this.#text.length);
  }

  #tag(tag: HtmlTag): void {
    const { name, closes, end } = tag;
    if (this.#hidden) {
      this.#tagInHidden(tag);
    } else if (!closes && isHiddenElement(tag)) {
      this.#leaveOut('hidden elements', end);
      if (!VOID.has(name)) this.#hidden = { name, depth: 1 };
    } else if (!this.#options.isFirst || isPlainWord(name, end - this.#at)) this.#copyTo(end);
    else {
      const { shown, lost } = plainTag(tag);
      if (lost > 0) this.#options.count.add('attributes', lost);
      this.#write(shown);
      this.#at = end;
    }
  }

  #tagInHidden({ name, closes, end }: HtmlTag): void {
    if (this.#hidden?.name === name) this.#hidden.depth += closes ? -1 : 1;
    if (this.#hidden?.depth === 0) this.#hidden = undefined;
    this.#at = end;
  }

  #backticks(): void {
    const start = this.#at;
    let run = 1;
    while (this.#text[start + run] === '`') run += 1;
    const end =
      start < this.#noCodeUntil ? undefined : spanEnd(this.#text, start, run, this.#lineEnd);
    if (end !== undefined) this.#keep(end);
    else {
      if (start >= this.#noCodeUntil) this.#refuseCode();
      this.#copyTo(start + run);
    }
  }

  /** No code up to the next blank line: only there do readers agree that something new begins. */
  #refuseCode(rawName?: string): void {
    const end = rawName === undefined ? /\n[ \t]*(?=\n)/g : new RegExp(`</${rawName}`, 'gi');
    end.lastIndex = this.#at;
    this.#noCodeUntil = (end.exec(this.#text)?.index ?? this.#text.length) + 1;
  }

  #image(): void {
    const close = this.#brackets.get(this.#at + 1);
    if (close === undefined) this.#copyTo(this.#at + 1);
    else {
      const words = this.#text.slice(this.#at + 2, close);
      if (words.trim() !== '') this.#options.count.add('image texts and titles');
      this.#write('![');
      this.#at = close;
    }
  }

  #destination(): void {
    const found = readDestination(this.#text, this.#at);
    REFERENCE.lastIndex = this.#at;
    const name = REFERENCE.exec(this.#text)?.[1];
    if (name !== undefined && isHiddenName(name)) {
      this.#copyTo(this.#at + 1);
      this.#leaveOut('image texts and titles', REFERENCE.lastIndex);
    } else if (!found) this.#copyTo(this.#at + 1);
    else {
      if (found.hasTitle) this.#options.count.add('image texts and titles');
      this.#write(`](${/\s/.test(found.address) ? '' : found.address})`);
      this.#at = found.end;
    }
  }

  #keep(end: number): void {
    this.#write(this.#options.keepCode(this.#text.slice(this.#at, end)));
    this.#at = end;
  }

  #copyTo(end: number): void {
    this.#write(this.#text.slice(this.#at, end));
    this.#at = end;
  }

  #leaveOut(kind: HiddenKind, end: number): void {
    this.#options.count.add(kind);
    this.#at = end;
  }

  #write(text: string): void {
    if (!this.#hidden) this.#out.push(text);
  }
}
