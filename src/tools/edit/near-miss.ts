import { countOf, cutText } from '../../base/text.ts';
import { lineAt, lineBreakOf } from '../text-file/line-ends.ts';
import { describeDifference } from './describe-difference.ts';
import { loosen } from './loose-text.ts';

/** Longer texts are not searched for what is nearly the same. */
const MAX_SEARCHED = 2_000_000;
const MAX_DESCRIBED = 3;
/** Where a line stands more often than this, it says little about where the text was meant. */
const MAX_CANDIDATES = 1_000;

/**
 * Why a text was not found: the place that looks the same but for characters one doesn't see, with
 * both forms as code points; else where the text stops being what the model took it for; else nothing.
 */
export function explainNearMiss(text: string, wanted: string): string | undefined {
  if (text.length > MAX_SEARCHED) return undefined;
  return numbered(text, wanted) ?? lookalike(text, wanted) ?? divergence(text, wanted);
}

/** The line numbers of Read's answer were copied along. */
function numbered(text: string, wanted: string): string | undefined {
  const given = linesOf(wanted);
  if (!given.every((line) => /^ *\d+\t/.test(line))) return undefined;
  const bare = given.map((line) => line.replace(/^ *\d+\t/, '')).join('\n');
  if (!linesOf(text).join('\n').includes(bare)) return undefined;
  return 'old_string holds line numbers and tabs, which are not part of the file. Leave them out.';
}

function lookalike(text: string, wanted: string): string | undefined {
  const file = loosen(text);
  const { loose } = loosen(wanted);
  const needle = loose.replace(/^\n+|\n+$/g, '');
  if (needle === '') return undefined;
  const at = file.loose.indexOf(needle);
  if (at === -1) return undefined;
  const total = file.loose.split(needle).length - 1;
  const start = file.origins[at] ?? 0;
  const line = lineAt(text, start);
  const others = total > 1 ? ` (one of ${total} such places)` : '';
  const differences = lineDifferences(text, line, wanted);
  const details = differences.length > 0 ? `\n- ${differences.join('\n- ')}` : '';
  return `Line ${line}${others} looks the same, but other characters stand there:${details}\nCopy the text as it is in the file, without line numbers.`;
}

/** Line by line from where the look-alike begins, the first few differences in words. */
function lineDifferences(text: string, firstLine: number, wanted: string): string[] {
  const inFile = linesOf(text);
  const given = linesOf(wanted);
  const skipped = given.findIndex((line) => loosen(line).loose !== '');
  const differences: string[] = [];
  for (const [index, line] of given.slice(skipped).entries()) {
    const there = inFile[firstLine - 1 + index] ?? '';
    const isLast = skipped + index === given.length - 1;
    const difference = partDifference(there, line, index === 0, isLast);
    if (difference) differences.push(`line ${firstLine + index}, ${difference}`);
    if (differences.length === MAX_DESCRIBED) break;
  }
  return differences;
}

/** The wanted text may begin and end in the middle of a line: compares with that part of it. */
function partDifference(
  inFile: string,
  given: string,
  openStart: boolean,
  openEnd: boolean,
): string | undefined {
  if (stands(inFile, given, openStart, openEnd)) return undefined;
  const { loose, origins } = loosen(inFile);
  const wanted = loosen(given).loose;
  const found = openEnd ? loose.indexOf(wanted) : loose.lastIndexOf(wanted);
  const at = openStart ? Math.max(0, found) : 0;
  const isFromStart = !openStart || (at === 0 && /^\s/u.test(given));
  const start = isFromStart ? 0 : (origins[at] ?? 0);
  let end = (openEnd ? origins[at + wanted.length] : undefined) ?? inFile.length;
  while (/\s$/u.test(given) && /\s/u.test(inFile[end] ?? '')) end += 1;
  return describeDifference(inFile.slice(start, end), isFromStart ? given : given.trimStart());
}

function stands(inFile: string, given: string, openStart: boolean, openEnd: boolean): boolean {
  if (openStart) return openEnd ? inFile.includes(given) : inFile.endsWith(given);
  return openEnd ? inFile.startsWith(given) : inFile === given;
}

/** The place where most lines of the wanted text follow one another, and the line that differs. */
function divergence(text: string, wanted: string): string | undefined {
  const inFile = linesOf(text).map((line) => line.trim());
  const given = linesOf(wanted).map((line) => line.trim());
  const skipped = given.findIndex((line) => line !== '');
  const needle = given.slice(Math.max(0, skipped));
  const candidates = inFile.flatMap((line, at) => (line === needle[0] ? [at] : []));
  let best = { line: 0, length: 0 };
  for (const at of candidates.slice(0, MAX_CANDIDATES)) {
    let length = 1;
    while (length < needle.length && inFile[at + length] === needle[length]) length += 1;
    if (length > best.length) best = { line: at + 1, length };
  }
  if (best.length === 0 || needle[0] === '' || best.length === needle.length) return undefined;
  const differs = best.line + best.length;
  const there = inFile[differs - 1];
  const quoted = (line: string) => JSON.stringify(cutText(line, 120));
  const stands = there === undefined ? 'the file ends' : `the file has ${quoted(there)}`;
  return `The first ${countOf(best.length, 'line')} of old_string ${best.length === 1 ? 'stands' : 'stand'} at line ${best.line}, but then, at line ${differs}, ${stands} where old_string has ${quoted(needle[best.length] ?? '')}.`;
}

function linesOf(text: string): string[] {
  return lineBreakOf(text) === '\r' ? text.split('\r') : text.split(/\r?\n/);
}
