const ZERO_WIDTH_SPACE = '\u200b';

/** The phrases that start a run of this action or of its kind, and the beginning of its hidden marker. */
export interface LiveWords {
  /** As in the input `trigger_phrase`. */
  readonly triggerPhrase: string;
}

/**
 * Breaks, code included, what programs look for in the raw text of a comment: the trigger phrase (a
 * run that starts itself again) and our own hidden marker (a comment that passes for another job's).
 * The break has no width, so that the text reads as before.
 */
export function breakLiveWords(text: string, { triggerPhrase }: LiveWords): string {
  const broken = text.replace(/<!--(?=\s{0,20}unattended)/gi, `<${ZERO_WIDTH_SPACE}!--`);
  const phrase = triggerPhrase.trim();
  if (phrase.length < 2 || !broken.toLowerCase().includes(phrase.toLowerCase())) return broken;
  const pattern = new RegExp(phrase.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'gi');
  return broken.replace(pattern, (found) => breakWord(found));
}

/** Puts a character without width behind the first one: `@name` is then no mention. */
export function breakWord(word: string): string {
  const [first = ''] = word;
  return first + ZERO_WIDTH_SPACE + word.slice(first.length);
}
