import { cutText, oneLine } from '../base/text.ts';
import { breakLiveWords, type LiveWords } from './live-words.ts';
import { plainText } from './plain-text.ts';

/** Text of others as a code span in one line: there it can neither call nor close nor draw. */
export function codeSpan(text: string, words: LiveWords, max = 200): string {
  const line = breakLiveWords(oneLine(plainText(text), max), words);
  if (line === '') return '` `';
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const border = '`'.repeat(longest + 1);
  const blank = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${border}${blank}${line}${blank}${border}`;
}

/** Text of others as a fenced block, cut to `max` characters. */
export function codeBlock(text: string, language: string, words: LiveWords, max: number): string {
  const clean = breakLiveWords(plainText(text), words).replace(/\n+$/, '');
  const shown = clean.length > max ? `${cutText(clean, max)}\n…` : clean;
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const border = '`'.repeat(longest + 1);
  return `${border}${language}\n${shown}\n${border}`;
}

/** A part that opens on a click. `summary` is Markdown without links, in one line. */
export function folded(summary: string, body: string, open = false): string {
  return `<details${open ? ' open' : ''}><summary>${summary}</summary>\n\n${body}\n\n</details>`;
}

/** Parts with a blank line between, empty ones left out. */
export function paragraphs(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}
