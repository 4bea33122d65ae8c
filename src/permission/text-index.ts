import { compileText, firstWordOf, isExact, matchesText, type TextPattern } from './match-text.ts';
import type { Rule } from './rule.ts';

interface Entry {
  readonly rule: Rule;
  readonly pattern: TextPattern;
}

/** Text rules of one tool: exact ones by their text, patterns by their first word, the rest in a row. */
export class TextIndex {
  readonly #exact = new Map<string, Rule>();
  readonly #byWord = new Map<string, Entry[]>();
  readonly #rest: Entry[] = [];

  add(rule: Rule, specifier: string): void {
    for (const pattern of compileText(specifier)) {
      const word = firstWordOf(pattern);
      if (isExact(pattern)) this.#exact.set(pattern.pieces[0] ?? '', rule);
      else if (word === undefined) this.#rest.push({ rule, pattern });
      else this.#shelf(word).push({ rule, pattern });
    }
  }

  /** A rule that is exactly this text. */
  findExact(text: string): Rule | undefined {
    return this.#exact.get(text);
  }

  /** A rule with a wildcard that matches this text. */
  findPattern(text: string): Rule | undefined {
    const blank = text.indexOf(' ');
    const word = blank < 0 ? text : text.slice(0, blank);
    const matches = ({ pattern }: Entry) => matchesText(pattern, text);
    return (this.#byWord.get(word)?.find(matches) ?? this.#rest.find(matches))?.rule;
  }

  #shelf(word: string): Entry[] {
    const shelf = this.#byWord.get(word) ?? [];
    this.#byWord.set(word, shelf);
    return shelf;
  }
}
