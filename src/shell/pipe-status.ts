import type { Word } from 'unbash';

const STATUS = /\$\{PIPESTATUS\[\d{1,3}\]\}/g;

/**
 * `"${PIPESTATUS[0]}"` and nothing else: how a part of the last pipeline ended. Whichever number that is
 * makes no difference here, nor whether it is empty.
 */
export function pipeStatus({ text }: Word) {
  const isAlone = /^".+"$/.test(text) && withoutPipeStatus(text) === '""';
  return isAlone ? { text: text.slice(1, -1), values: [{ text: '0', glob: false }] } : undefined;
}

/** A text without such numbers: their subscripts are numbers themselves, and run nothing. */
export function withoutPipeStatus(text: string): string {
  return text.replaceAll(STATUS, '');
}
