import type { RemovalCount } from './removed.ts';
import { shownMath } from './shown-math.ts';

const FENCE_LINE =
  /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t])|\[\^[^[\]\s]{1,99}\]:))*[ \t]*(?:`{3,}(?=[^`\n]*$)|~{3,})/;
const LANGUAGE = /^[ \t]*([A-Za-z][A-Za-z0-9+#._-]{0,19})(?=[\s,{:]|$)/;
/** Of a diagram what isn't drawn: remarks, settings, what is read aloud, where a click leads. */
export const DIAGRAM_REMARK = /^[ \t>]*(?:%%|acc(?:Title|Descr)\b|click[ \t])/;
/** Shown as a map or a model: nothing of the text is. */
const PICTURES: ReadonlySet<string> = new Set(['geojson', 'topojson', 'stl']);

/** For a line that opens a block of code: its language, where that ends, and whether words follow. */
export function readFence(line: string) {
  const opening = FENCE_LINE.exec(line)?.[0];
  if (opening === undefined) return undefined;
  const info = line.slice(opening.length);
  const language = LANGUAGE.exec(info);
  const end = opening.length + (language?.[0].length ?? 0);
  return { language: language?.[1]?.toLowerCase(), end, hasWords: line.slice(end).trim() !== '' };
}

/** A span of code: between `$` it is a formula. */
export function shownSpan(text: string, at: number, end: number, count: RemovalCount): string {
  const code = text.slice(at, end);
  return text[at - 1] === '$' && text[end] === '$' ? shownMath(code, count) : code;
}

/** A block of code as its page shows it: with no words behind the language, and as a diagram or formula. */
export function shownBlock(code: string, count: RemovalCount): string {
  const [first = '', ...rest] = code.split('\n');
  const fence = readFence(first);
  if (!fence) return code;
  if (fence.hasWords) count.add('fence words');
  const head = fence.hasWords ? first.slice(0, fence.end) : first;
  if (rest.length === 0) return head;
  return `${head}\n${shownBody(rest, fence.language, count)}`;
}

function shownBody(lines: readonly string[], language: string | undefined, count: RemovalCount) {
  if (language === 'math') return shownMath(lines.join('\n'), count);
  if (language !== undefined && PICTURES.has(language)) {
    if (lines.length > 1) count.add('hidden elements');
    return lines.at(-1) ?? '';
  }
  if (language !== 'mermaid') return lines.join('\n');
  const body = lines.join('\n').replace(/^[ \t]*(?:accDescr[ \t]*|%%)\{[^{}]*\}/gm, '%%');
  return body
    .split('\n')
    .filter((line) => {
      const isDrawn = !DIAGRAM_REMARK.test(line);
      if (!isDrawn) count.add('comments');
      return isDrawn;
    })
    .join('\n');
}
