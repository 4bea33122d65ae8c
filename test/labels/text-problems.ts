import type { LabelledCase } from './read-cases.ts';

/** A case about a text: what must be gone from the answer, what must be kept, and properties of it. */
export interface TextCase extends LabelledCase {
  readonly gone: readonly string[];
  readonly kept: readonly string[];
  readonly want?: string;
  /** `no-mention`: no live @name outside code; `no-line-start:X`: no line starts, after blanks, with X. */
  readonly check?: string;
  readonly max_chars?: number;
  readonly want_keys?: readonly string[];
}

export type TextAnswer = Readonly<{ text?: string; rejected?: string }>;

/** What is wrong with the answer to a case; empty: nothing. */
export function textProblems(one: TextCase, answer: TextAnswer): string[] {
  const { text } = answer;
  if (one.want === 'reject') return text === undefined ? [] : ['it was accepted'];
  // A pattern may be refused instead of being run safely.
  if (text === undefined)
    return one.want === undefined && one.kept.length === 0 ? [] : ['rejected'];
  return [
    ...one.gone.filter((part) => text.includes(part)).map((part) => `stays: ${part}`),
    ...one.kept.filter((part) => !text.includes(part)).map((part) => `lost: ${part}`),
    ...(one.want && one.want !== 'accept' && !text.startsWith(one.want) ? ['another name'] : []),
    ...(one.max_chars !== undefined && text.length > one.max_chars ? ['too long'] : []),
    ...(one.want_keys && !isSame(keysOf(text), one.want_keys) ? ['other keys'] : []),
    ...(one.check && !holds(one.check, text) ? [one.check] : []),
  ];
}

function holds(check: string, text: string): boolean {
  const [, start] = /^no-line-start:(.*)$/.exec(check) ?? [];
  if (start !== undefined) {
    return !text
      .split(/\r\n|[\r\n\u2028\u0085]/)
      .some((line) => line.trimStart().startsWith(start));
  }
  return !/(?:^|[^\w`.])@[a-z\d]/i.test(text.replace(/(?<!\\)(`+)[^`]*\1/g, ''));
}

/** The keys that a runner reads out of such a file. */
function keysOf(text: string): string[] {
  const keys: string[] = [];
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const [, key, delimiter] = /^(.+?)<<(.+)$/.exec(lines[at] ?? '') ?? [];
    if (key === undefined) {
      if (lines[at]?.includes('=')) keys.push(lines[at] ?? '');
      continue;
    }
    keys.push(key);
    at = lines.indexOf(delimiter ?? '', at + 1);
  }
  return keys;
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return JSON.stringify(some) === JSON.stringify(others);
}
