import { PatternError } from '../../base/name-glob.ts';

const NUMBERS = /^(-?\d{1,9})\.\.(-?\d{1,9})(?:\.\.(-?\d{1,9}))?$/;
const LETTERS = /^([A-Za-z])\.\.([A-Za-z])(?:\.\.(-?\d{1,9}))?$/;

/**
 * What the braces around `text` stand for as a shell would read them: `1..3`, `01..10` (all of one
 * width), `a..e`, `0..10..5`; `undefined` when they hold no range.
 * @throws PatternError for more than `most` members
 */
export function expandRange(text: string, most: number): string[] | undefined {
  const numbers = NUMBERS.exec(text);
  const letters = LETTERS.exec(text);
  const [, from = '', to = '', by = '1'] = numbers ?? letters ?? [];
  if (from === '') return undefined;
  const [first, last] = numbers
    ? [Number(from), Number(to)]
    : [from.charCodeAt(0), to.charCodeAt(0)];
  const step = Math.abs(Number(by)) || 1;
  const count = Math.floor(Math.abs(last - first) / step) + 1;
  if (count > most) {
    throw new PatternError(`The range {${text}} has more than ${most} members; use \`*\` instead.`);
  }
  const width = [from, to].some((end) => /^-?0\d/.test(end)) ? Math.max(from.length, to.length) : 0;
  return Array.from({ length: count }, (_, index) => {
    const value = first < last ? first + index * step : first - index * step;
    return numbers ? padded(value, width) : String.fromCharCode(value);
  });
}

function padded(value: number, width: number): string {
  const sign = value < 0 ? '-' : '';
  return sign + String(Math.abs(value)).padStart(width - sign.length, '0');
}
