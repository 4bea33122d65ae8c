import { CodeBlocks, codelessEnd, htmlBlock, lineAt } from './code-block.ts';
import { isHiddenElement, type OpenElement, openBehind } from './hidden-element.ts';
import { HtmlRemarks } from './html-remark.ts';
import { type HtmlTag, IMAGE, isPlainWord, plainTag, readTag, VOID } from './html-tag.ts';
import { type LineCut, LineCuts } from './line-cut.ts';
import { isHiddenName, LinkDefinitions } from './link-definitions.ts';
import {
  autolinkEnd,
  backticksAt,
  imageBrackets,
  imageEnd,
  readDestination,
  readReference,
  spanEnd,
} from './markdown-link.ts';
import type { ProseOptions } from './prose-options.ts';
import type { HiddenKind } from './removed.ts';
import { shownBlock, shownSpan } from './shown-code.ts';

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
  readonly #cuts: LineCuts;
  #at = 0;
  #firstInLine = 0;
  #lineEnd = 0;
  #lineBefore = '';
  /** Up to here nothing is code: an HTML block, or backticks that readers may pair in other ways. */
  #noCodeUntil = 0;
  #cut: LineCut | undefined;
  #hidden: OpenElement | undefined;

  constructor(text: string, options: ProseOptions) {
    this.#text = text;
    this.#options = options;
    this.#code = new CodeBlocks(text);
    this.#definitions = new LinkDefinitions(text);
    this.#remarks = new HtmlRemarks(text);
    this.#cuts = new LineCuts(text);
    this.#brackets = options.isFirst ? imageBrackets(text) : new Map();
  }

  read(): string {
    const special = this.#options.isFirst ? /[\n<`\\!\]]/g : /[\n<]/g;
    this.#startLine();
    while (this.#at < this.#text.length) {
      special.lastIndex = this.#at;
      const next = special.exec(this.#text)?.index ?? this.#text.length;
      if (this.#cut && next >= this.#cut.at) this.#leaveOutCut(this.#cut);
      else {
        this.#copyTo(next);
        if (next < this.#text.length) this.#special(this.#text.charAt(next));
      }
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

  #leaveOutCut({ at, kind }: LineCut): void {
    this.#cut = undefined;
    if (at > this.#at) this.#copyTo(at);
    if (this.#at < this.#lineEnd) this.#leaveOut(kind, this.#lineEnd);
  }

  #isCutBefore(end: number): boolean {
    return this.#cut !== undefined && this.#cut.at < end;
  }

  #startLine(): void {
    const line = lineAt(this.#text, this.#at);
    this.#firstInLine = this.#at + line.length - line.trimStart().length;
    this.#cut = undefined;
    if (!this.#options.isFirst) return;
    this.#lineEnd = this.#at + line.length;
    const definition = this.#definitions.at(this.#at, this.#lineBefore);
    this.#lineBefore = definition ? '' : line;
    if (definition) {
      if (definition.isChanged) this.#options.count.add('link definitions');
      this.#at = definition.end;
      this.#write(definition.stays);
      if (!definition.isNote) return;
    }
    const mayBeCode = this.#at >= this.#noCodeUntil;
    const end = this.#code.blockAt(this.#at, mayBeCode);
    if (end !== undefined && mayBeCode) {
      this.#lineBefore = '';
      this.#keep(end, shownBlock(this.#text.slice(this.#at, end), this.#options.count));
      return;
    }
    this.#cut = this.#cuts.next(this.#at);
    const html = mayBeCode ? htmlBlock(line) : undefined;
    if (html) this.#noCodeUntil = codelessEnd(this.#text, this.#at, html.rawName);
  }

  #angle(): void {
    const remark = this.#remarks.endAt(this.#at, this.#at === this.#firstInLine);
    const autolink = autolinkEnd(this.#text, this.#at);
    const tag = remark === undefined ? readTag(this.#text, this.#at, this.#cost) : undefined;
    if (remark !== undefined) this.#leaveOut('comments', remark);
    else if (autolink) this.#copyTo(this.#isCutBefore(autolink) ? this.#at + 1 : autolink);
    else if (tag) this.#tag(tag);
    else if (this.#cost.spent <= this.#text.length * 8 + 10_000) this.#copyTo(this.#at + 1);
    else this.#leaveOut('unreadable ends', this.#text.length);
  }

  #tag(tag: HtmlTag): void {
    const { name, closes, end } = tag;
    if (this.#hidden) {
      this.#hidden = openBehind(this.#hidden, tag);
      this.#at = end;
    } else if (!closes && isHiddenElement(tag)) {
      this.#leaveOut('hidden elements', end);
      if (!VOID.has(name)) this.#hidden = { name, depth: 1 };
    } else if (!this.#options.isFirst || isPlainWord(name, end - this.#at)) this.#copyTo(end);
    else {
      const { shown, lost } = plainTag(tag);
      if (lost > 0) this.#options.count.add('attributes', lost);
      this.#write(this.#isCutBefore(end) ? '' : shown);
      this.#at = end;
    }
  }

  #backticks(): void {
    const start = this.#at;
    const run = backticksAt(this.#text, start);
    const last = this.#cuts.spanLimit(start + run, this.#lineEnd);
    const end = start < this.#noCodeUntil ? undefined : spanEnd(this.#text, start, run, last);
    if (end !== undefined) this.#keep(end, shownSpan(this.#text, start, end, this.#options.count));
    else {
      if (start >= this.#noCodeUntil) this.#noCodeUntil = codelessEnd(this.#text, start);
      this.#copyTo(start + run);
    }
  }

  #image(): void {
    const close = this.#brackets.get(this.#at + 1);
    if (close === undefined) this.#copyTo(this.#at + 1);
    else {
      const end = imageEnd(this.#text, close);
      const words = this.#text.slice(this.#at + 2, close);
      if (words.trim() !== '' || end) this.#options.count.add('image texts and titles');
      this.#write(end === undefined ? '![' : IMAGE);
      this.#at = end ?? close;
    }
  }

  #destination(): void {
    const found = readDestination(this.#text, this.#at);
    const reference = readReference(this.#text, this.#at);
    if (reference && isHiddenName(reference.name)) {
      this.#copyTo(this.#at + 1);
      this.#leaveOut('image texts and titles', reference.end);
    } else if (!found || this.#isCutBefore(found.end)) this.#copyTo(this.#at + 1);
    else {
      if (found.hasTitle) this.#options.count.add('image texts and titles');
      this.#write(`](${/\s/.test(found.address) ? '' : found.address})`);
      this.#at = found.end;
    }
  }

  #keep(end: number, shown: string): void {
    const code = shown.trimStart();
    this.#write(shown.slice(0, shown.length - code.length) + this.#options.keepCode(code));
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
