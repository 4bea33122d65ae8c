/** The first `maxUnits` UTF-16 units of a text, one less where a character would be cut in two. */
export function cutText(text: string, maxUnits: number): string {
  if (text.length <= maxUnits) return text;
  const last = text.charCodeAt(maxUnits - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? maxUnits - 1 : maxUnits);
}

/** A text as one line of at most `maxUnits`: breaks and other control characters become blanks. */
export function oneLine(text: string, maxUnits = 200): string {
  const flat = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/gu, ' ').trim();
  return flat.length <= maxUnits ? flat : `${cutText(flat, maxUnits - 1)}…`;
}

/** `1 line`, `2 lines`, `0 matches`: a number with its noun. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** `a`, `a and b`, `a, b and c`; the rest beyond `max` becomes a number. */
export function listOf(items: readonly string[], max = 10): string {
  const shown = items.length > max ? [...items.slice(0, max), `${items.length - max} more`] : items;
  if (shown.length < 2) return shown.join('');
  return `${shown.slice(0, -1).join(', ')} and ${shown[shown.length - 1]}`;
}
