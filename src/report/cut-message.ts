import { cutText } from '../base/text.ts';

/** Longer texts are cut to `KEPT` characters. */
const MOST = 200;
const KEPT = 120;
/** Longer lists end after so many. */
const MOST_ENTRIES = 40;
const CUT = ' … (cut: there was no room for more on the disk)';

/** A message with the same shape and little in it, where there is no room for more. */
export function cutMessage<T extends Readonly<Record<string, unknown>>>(message: T): T {
  return cut(message) as T;
}

function cut(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.length > MOST ? cutText(value, KEPT) + CUT : value;
  }
  if (Array.isArray(value)) {
    return value
      .filter((entry) => !isThinking(entry))
      .slice(0, MOST_ENTRIES)
      .map(cut);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      isBlocks(name, field) ? blocks(field) : cut(field),
    ]),
  );
}

/** Of calls and their results none is left out. */
function isBlocks(name: string, field: unknown): field is readonly unknown[] {
  return name === 'content' && Array.isArray(field);
}

function blocks(field: readonly unknown[]): unknown[] {
  return field.filter((entry) => !isThinking(entry)).map(cut);
}

/** It is signed: half of it would be refused when a run goes on from here. */
function isThinking(entry: unknown): boolean {
  const type = typeof entry === 'object' && entry !== null && 'type' in entry && entry.type;
  return type === 'thinking' || type === 'redacted_thinking';
}
