/** A stretch of a text to be replaced, UTF-16 offsets `[start, end)`. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** What stands there instead. */
  readonly label: string;
}

/** Sorts spans and joins those that overlap, or touch and say the same. A name beats `***`. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const sorted = spans.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const merged: Span[] = [];
  for (const span of sorted) {
    const last = merged.at(-1);
    const joins =
      last && (span.start < last.end || (span.start === last.end && span.label === last.label));
    if (last && joins) merged[merged.length - 1] = joinSpans(last, span);
    else merged.push(span);
  }
  return merged;
}

/** The text with every span replaced by its label. `spans` are sorted and don't overlap. */
export function replaceSpans(text: string, spans: readonly Span[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end, label } of spans) {
    pieces.push(text.slice(from, start), label);
    from = end;
  }
  pieces.push(text.slice(from));
  return pieces.join('');
}

function joinSpans(a: Span, b: Span): Span {
  const named = a.label.length >= b.label.length ? a.label : b.label;
  return { start: a.start, end: Math.max(a.end, b.end), label: named };
}
