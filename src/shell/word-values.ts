/** One word that bash may make of what was written. */
export interface WordValue {
  /** Of a pattern: what was quoted stands behind backslashes. */
  readonly text: string;
  /** It is a pattern: bash puts the names of matching files in its place, or leaves it as it is. */
  readonly glob: boolean;
}

const MAX_VALUES = 64;

/** What pieces side by side may become; `undefined`: not known, or too much. */
export function product(
  pieces: readonly { readonly values: readonly WordValue[] | undefined }[],
): readonly WordValue[] | undefined {
  let values: readonly WordValue[] = [{ text: '', glob: false }];
  for (const piece of pieces) {
    const { values: next } = piece;
    if (!next || values.length * next.length > MAX_VALUES) return undefined;
    values = values.flatMap((head) => next.map((tail) => joined(head, tail)));
  }
  return values;
}

/** What is quoted beside a pattern stays what it is. */
function joined(head: WordValue, tail: WordValue): WordValue {
  if (head.glob === tail.glob) return { text: head.text + tail.text, glob: head.glob };
  const [left, right] = [head, tail].map(({ text, glob }) =>
    glob ? text : text.replace(/[\\*?[\]]/g, '\\$&'),
  );
  return { text: `${left}${right}`, glob: true };
}
