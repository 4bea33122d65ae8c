import { type Effort, GramIndex, longest } from './gram-index.ts';
import {
  compileText,
  firstWordOf,
  isExact,
  matchesText,
  mayMatch,
  type TextPattern,
} from './match-text.ts';
import type { Rule } from './rule.ts';

interface Entry {
  readonly rule: Rule;
  readonly pattern: TextPattern;
}

/** Text rules of one tool: exact ones by their text, patterns by their first word or by a piece of theirs. */
export class TextIndex {
  readonly #exact = new Map<string, Rule>();
  readonly #byWord = new Map<string, GramIndex<Entry>>();
  readonly #all: Entry[] = [];
  readonly #rest: GramIndex<Entry>;
  readonly #effort: Effort;

  constructor(effort: Effort) {
    this.#effort = effort;
    this.#rest = new GramIndex(effort);
  }

  add(rule: Rule, specifier: string): void {
    for (const pattern of compileText(specifier)) {
      const word = firstWordOf(pattern);
      this.#all.push({ rule, pattern });
      if (isExact(pattern)) this.#exact.set(pattern.pieces[0] ?? '', rule);
      else {
        const index = word === undefined ? this.#rest : this.#shelf(word);
        // What the form without its end demands, the whole demands as well.
        index.add(longest(pattern.bare ?? pattern.pieces), { rule, pattern });
      }
    }
  }

  /** A rule that is exactly this text. */
  findExact(text: string): Rule | undefined {
    this.#effort.steps += text.length;
    return this.#exact.get(text);
  }

  /** A rule with a wildcard that matches this text. */
  findPattern(text: string): Rule | undefined {
    const blank = text.indexOf(' ');
    const word = blank < 0 ? text : text.slice(0, blank);
    const matches = ({ pattern }: Entry) => matchesText(pattern, text);
    return (this.#byWord.get(word)?.find(text, matches) ?? this.#rest.find(text, matches))?.rule;
  }

  /** A rule that matches some text that begins with this one. */
  findBeginning(start: string): Rule | undefined {
    this.#effort.steps += this.#all.length;
    return this.#all.find(({ pattern }) => mayMatch(pattern, start))?.rule;
  }

  #shelf(word: string): GramIndex<Entry> {
    const shelf = this.#byWord.get(word) ?? new GramIndex<Entry>(this.#effort);
    this.#byWord.set(word, shelf);
    return shelf;
  }
}
