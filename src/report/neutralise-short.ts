import { cutText, oneLine } from '../base/text.ts';
import { type NeutraliseOptions, neutralise } from './neutralise.ts';
import { plainText } from './plain-text.ts';

/** A short text of others in one line of ours: no block of Markdown begins in it. */
export function neutraliseShort(text: string, options: NeutraliseOptions, max: number): string {
  const line = neutralise(oneLine(plainText(text), max), options).replace(/\n/g, ' ');
  // Our own words stand before most of these texts, but not before all.
  return line
    .replace(/^(\s*)(?=#{1,6}(?:\s|$)|>|[-+*](?:\s|$)|[-=*_]{2,}\s*$)/, '$1\\')
    .replace(/^(\s*\d{1,9})(?=[.)](?:\s|$))/, '$1\\');
}

/**
 * Neutralised Markdown of at most `max` characters. The text is cut before it is rewritten, so that
 * no fence stays open and nothing that was made safe is cut in two.
 */
export function neutraliseWithin(text: string, options: NeutraliseOptions, max: number): string {
  const note = '\n\n_… cut here. The whole text is in the transcript._';
  const whole = text.length <= max ? neutralise(text.trim(), options) : undefined;
  if (whole !== undefined && whole.length <= max) return whole;
  for (let size = max - note.length; size > 0; size = Math.floor(size * 0.7)) {
    const cut = neutralise(atLineEnd(cutText(text.trim(), size)), options) + note;
    if (cut.length <= max) return cut;
  }
  return '';
}

/** Up to the last line break, unless that would lose much. */
function atLineEnd(text: string): string {
  const end = text.lastIndexOf('\n');
  return end > text.length * 0.8 ? text.slice(0, end) : text;
}
