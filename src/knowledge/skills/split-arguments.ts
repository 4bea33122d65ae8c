/** A word as a shell reads it: plain characters, escapes, and quoted parts; one that is never closed reaches to the end. */
const WORD = /(?:[^\s"'\\]|\\.|\\$|"(?:[^"\\]|\\.)*(?:"|\\?$)|'[^']*(?:'|$))+/gsu;
const PART = /\\(.)|"((?:[^"\\]|\\.)*)(?:"|\\?$)|'([^']*)(?:'|$)/gsu;

/** Splits arguments as a shell would: blanks between, quotes hold together. */
export function splitArguments(text: string): string[] {
  return [...text.matchAll(WORD)].map(([word]) =>
    word.replace(
      PART,
      (_all, escaped?: string, double?: string, single?: string) =>
        escaped ?? double?.replace(/\\(["\\])/gu, '$1') ?? single ?? '',
    ),
  );
}
