import { hidesText } from './hidden-style.ts';
import type { RemovalCount } from './removed.ts';

/** Formulas as GitHub finds them: `$5 or $6` is none. */
const FORMULA =
  /\$\$[^$]*\$\$|(?<![\w\\])\$(?=[^\s$])(?:[^$\n]|\n(?![ \t]*\n))*(?<=[^\s$])\$(?!\d)/g;
const COMMAND =
  /\\([hv]?phantom|label|(?:re)?newcommand|providecommand|(?:new|renew)environment|[gex]?def|DeclareMathOperator|style|class|cssId|data|href|(?:text|page)?color|hspace\*?|[hm]?skip|[mh]?kern)(?![A-Za-z])|(?<!\\)%[^\n]*/g;
const DEFINES = /newcommand|providecommand|environment|def|Operator/;
const SMALL_ARGUMENT = /^\s{0,9}(?:\\[A-Za-z]{1,50}|\[[^[\]]{0,200}\]|#\d)/;
const FAR = /^\s{0,9}\{?\s{0,9}[-+]?\s{0,9}\d{3,}/;
/** How many arguments are looked at; a command of nobody's takes more. */
const MAX_ARGUMENTS = 5;

/** Prose, with what its formulas don't draw left out. */
export function shownFormulas(text: string, count: RemovalCount): string {
  if (!/[\\%]/.test(text) || !/\$|phantom/.test(text)) return text;
  const inside = text.replace(FORMULA, (formula) => {
    const sign = formula.startsWith('$$') ? '$$' : '$';
    return sign + shownMath(formula.slice(sign.length, -sign.length), count) + sign;
  });
  return inside.includes('phantom')
    ? leaveOut(inside, /\\([hv]?phantom)(?![A-Za-z])/g, count)
    : inside;
}

/** A formula without remarks, definitions, empty room, and what is white or moved off the page. */
export function shownMath(formula: string, count: RemovalCount): string {
  return leaveOut(formula, COMMAND, count);
}

function leaveOut(text: string, commands: RegExp, count: RemovalCount): string {
  const closing = groupEnds(text);
  const out: string[] = [];
  let at = 0;
  for (const found of text.matchAll(commands)) {
    if (found.index < at) continue;
    const behind = found.index + found[0].length;
    const end = found[1] === undefined ? behind : hiddenEnd(text, found[1], behind, closing);
    if (end === undefined) continue;
    count.add(found[1] === undefined ? 'comments' : 'hidden elements');
    out.push(text.slice(at, found.index));
    at = end;
  }
  return out.join('') + text.slice(at);
}

/** Where ends what isn't drawn because of a command; `undefined`: it hides nothing. */
function hiddenEnd(
  text: string,
  name: string,
  from: number,
  closing: ReadonlyMap<number, number>,
): number | undefined {
  const group = argumentAt(text, from, closing);
  if (/color$/.test(name)) {
    const isModel = /^\s{0,9}\[/.test(text.slice(from, from + 10));
    const color = group
      ? text
          .slice(group.start + 1, group.end - 1)
          .trim()
          .toLowerCase()
      : '';
    const isSeen = !isModel && !hidesText(`color:${color}`);
    return isSeen ? undefined : enclosingEnd(text, group?.end ?? from);
  }
  if (/skip|kern|hspace/.test(name)) {
    return FAR.test(text.slice(from, from + 40)) ? enclosingEnd(text, from) : undefined;
  }
  return DEFINES.test(name) ? definitionEnd(text, from, closing) : group?.end;
}

function definitionEnd(text: string, from: number, closing: ReadonlyMap<number, number>): number {
  let end = from;
  for (let index = 0; index < MAX_ARGUMENTS; index += 1) {
    const next = SMALL_ARGUMENT.exec(text.slice(end, end + 300));
    end = next ? end + next[0].length : (argumentAt(text, end, closing)?.end ?? end);
  }
  return end;
}

function argumentAt(text: string, from: number, closing: ReadonlyMap<number, number>) {
  const blanks = /\s{0,9}/y;
  blanks.lastIndex = from;
  const start = from + (blanks.exec(text)?.[0].length ?? 0);
  const close = closing.get(start);
  return close === undefined ? undefined : { start, end: close + 1 };
}

/** Up to the end of the group that one is in, or of the formula. */
function enclosingEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '{') depth += 1;
    else if (text[at] === '}') depth -= 1;
    if (depth < 0) return at;
  }
  return text.length;
}

/** Of each brace that opens a group, the one that closes it. */
function groupEnds(text: string): Map<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (const found of text.matchAll(/\\[\s\S]|[{}]/g)) {
    if (found[0] === '{') open.push(found.index);
    else if (found[0] === '}') {
      const start = open.pop();
      if (start !== undefined) ends.set(start, found.index);
    }
  }
  return ends;
}
