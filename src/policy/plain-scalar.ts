const NUMBER = /^\d{1,9}(?:\.\d{1,9})?$/;
/** Words and paths, by their beginning. */
const TEXT = /^(?:[A-Za-z]|[./][\w./-]*\/)/;
const NO_TEXT = /^(?:true|false|null)$/i;

/** Whether YAML reads the word, without quotes, as something else than a text. */
export function isNoText(word: string): boolean {
  return NO_TEXT.test(word);
}

/** What a scalar without quotes and comment stands for; `undefined`: it is not one of the plainest. */
export function bareScalar(text: string): string | number | undefined {
  if (NUMBER.test(text)) return Number(text);
  return TEXT.test(text) && !/:(?: |$)/.test(text) && !isNoText(text) ? text : undefined;
}

/** A scalar in quotes that begins at `at`, and where it ends; `undefined`: it has escapes, lines, or no end. */
export function quotedScalar(
  text: string,
  at: number,
): { readonly value: string; readonly end: number } | undefined {
  const quote = text[at] ?? '';
  const end = text.indexOf(quote, at + 1);
  const value = text.slice(at + 1, end);
  if (end < 0 || value.includes('\n') || (quote === '"' && value.includes('\\'))) return undefined;
  return { value, end: end + 1 };
}
