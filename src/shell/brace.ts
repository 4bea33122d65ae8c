import type { Word, WordPart } from 'unbash';

const MAX_RESULTS = 64;

/**
 * Whether bash may expand braces in a word in another way than `expandBrace` tells: it takes the brace
 * in `{x},y}` for a part of the first word, so that `push},{x},--force}` is none of the words one reads.
 */
export function hasOddBrace(word: Word): boolean {
  if (!word.text.includes('{')) return false;
  const parts = word.parts ?? [{ type: 'Literal', text: word.text } as const];
  const words = parts.map((part) => countOf(part)).reduce((all, count) => all * count);
  return !(words <= MAX_RESULTS) || mayExpand(parts.map((part) => bareText(part)).join(''));
}

/** How many words a part of a word becomes; `NaN`: not known. */
function countOf({ type, text }: Pick<WordPart, 'type' | 'text'>): number {
  if (type !== 'BraceExpansion' || LONG_RANGE.test(text)) return 1;
  return expandBrace(text)?.length ?? Number.NaN;
}

/** What braces are told by: without what is quoted or known. */
function bareText({ type, text }: Pick<WordPart, 'type' | 'text'>): string {
  return type === 'Literal' || type === 'Glob' ? text.replace(/\\./gs, 'q') : 'q';
}

/** Whether braces are left in a word that may be a list or a range, all that is quoted taken out. */
function mayExpand(text: string): boolean {
  const first = text.indexOf('{');
  const inside = first < 0 ? '' : text.slice(first, text.lastIndexOf('}') + 1);
  return /,|\.\./.test(inside) && !REVISIONS.test(text);
}

/** `HEAD@{2}..HEAD@{1}`: no range, for there is more than one character before the dots. */
const REVISIONS = /^[\w./-]+@\{[\w-]+\}\.\.\.?[\w./-]*@\{[\w-]+\}$/;

/** Too many to list, but numbers all the same. */
const LONG_RANGE = /^\{\d+\.\.\d+(\.\.\d+)?\}$/;

/**
 * The words that a brace expansion such as `{a,b}` or `{1..3}` stands for. `undefined`: nested,
 * quoted or too many to list, so that its words have to count as not known.
 */
export function expandBrace(text: string): readonly string[] | undefined {
  const inner = text.slice(1, -1);
  if (!text.startsWith('{') || !text.endsWith('}') || /['"\\`${}~]/.test(inner)) return undefined;
  if (inner.includes(',')) {
    const parts = inner.split(',');
    return parts.length <= MAX_RESULTS ? parts : undefined;
  }
  return expandRange(inner);
}

function expandRange(inner: string): readonly string[] | undefined {
  const numbers = /^(-?[1-9]\d{0,6}|0)\.\.(-?[1-9]\d{0,6}|0)$/.exec(inner);
  if (numbers) return count(Number(numbers[1]), Number(numbers[2]), String);
  const letters = /^([a-z])\.\.([a-z])$|^([A-Z])\.\.([A-Z])$/.exec(inner);
  const from = letters?.[1] ?? letters?.[3];
  const to = letters?.[2] ?? letters?.[4];
  if (from === undefined || to === undefined) return undefined;
  return count(from.charCodeAt(0), to.charCodeAt(0), (code) => String.fromCharCode(code));
}

function count(
  from: number,
  to: number,
  print: (value: number) => string,
): readonly string[] | undefined {
  const length = Math.abs(to - from) + 1;
  if (length > MAX_RESULTS) return undefined;
  const step = Math.sign(to - from);
  return Array.from({ length }, (_, index) => print(from + index * step));
}
