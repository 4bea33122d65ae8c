import type { FrontMatter } from './front-matter.ts';

const YES = new Set(['true', 'yes', 'on', '1']);
const NO = new Set(['false', 'no', 'off', '0']);

/** A text, or a number written as one; `undefined` for everything else. */
export function textOf({ data }: FrontMatter, key: string): string | undefined {
  const value = data[key];
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** `true`, `yes`, `on`, `1` and their opposites (contracts 5.2); `undefined`: absent, or neither. */
export function flagOf({ data }: FrontMatter, key: string): boolean | undefined {
  const text = String(data[key] ?? '').toLowerCase();
  if (YES.has(text)) return true;
  return NO.has(text) ? false : undefined;
}

/** The items of a list, or of a text with `separators` between them; brackets hold together. */
export function listOfKey({ data }: FrontMatter, key: string, separators: RegExp): string[] {
  const value = data[key];
  const given = Array.isArray(value) ? value : [value];
  const texts = given.filter((item) => typeof item === 'string' || typeof item === 'number');
  if (Array.isArray(value)) return texts.map((item) => String(item).trim()).filter(Boolean);
  return texts.flatMap((item) => splitOutside(String(item), separators));
}

/** Splits at separators that stand in no bracket or brace. */
function splitOutside(text: string, separators: RegExp): string[] {
  const items: string[] = [];
  let item = '';
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') {
      item += character + text.charAt(at + 1);
      at += 1;
      continue;
    }
    if ('({['.includes(character)) depth += 1;
    else if (')}]'.includes(character)) depth -= 1;
    if (depth > 0 || !separators.test(character)) item += character;
    else {
      items.push(item);
      item = '';
    }
  }
  return [...items, item].map((one) => one.trim()).filter(Boolean);
}
