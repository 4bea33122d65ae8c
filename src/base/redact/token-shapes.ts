import { drawnBefore, GramFilter } from './gram-filter.ts';
import type { Span } from './span.ts';
import { AFTER_WORDS, TOKENS, type TokenForm } from './token-table.ts';

/** What stands for a secret whose name nobody told. */
export const SHAPE_LABEL = '***';

const PEM_BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const PEM_BODY =
  /(?:(?:\\[rn]|[\s"',>|])*[A-Za-z0-9+/=]{32,})+(?:(?:\\[rn]|[\s"',>|]){1,4}[A-Za-z0-9+/=]+)?/y;

/** Most are never met: a pattern is compiled when it is first looked for. */
type Form = () => RegExp;

const NONE: readonly Form[] = [];

const filter = new GramFilter();
/** By the four characters that it begins with, or by three where any fourth may follow. */
const byStart = new Map<number, Form[]>();
const byThree = new Map<number, Form[]>();
addForms(TOKENS, '');
addForms(AFTER_WORDS, 'i');

/** Secrets that show themselves by their form. */
export function findTokenShapes(text: string): Span[] {
  const spans: Span[] = [];
  let done = 0;
  filter.each(text, (gram, at) => {
    if (at < done) return;
    for (const form of formsAt(gram)) {
      const pattern = form();
      pattern.lastIndex = at;
      const found = pattern.exec(text);
      if (!found) continue;
      const { 0: all, 1: before = '', 2: secret = all } = found;
      // Of a token that begins with a number, the number too.
      const digits = all.startsWith(':AA') ? numberBefore(text, at) : 0;
      spans.push(spanOf(at + before.length - digits, secret.length + digits));
      done = at + before.length + secret.length;
      return;
    }
  });
  if (text.includes('PRIVATE KEY')) spans.push(...privateKeys(text));
  return spans;
}

function formsAt(gram: number): readonly Form[] {
  const exact = byStart.get(gram) ?? NONE;
  const three = drawnBefore(gram);
  const open = three === undefined ? undefined : byThree.get(three);
  return open ? [...exact, ...open] : exact;
}

function addForms(forms: readonly TokenForm[], flag: '' | 'i'): void {
  for (const { starts, pattern } of forms) {
    let compiled: RegExp | undefined;
    const form = () => {
      compiled ??= new RegExp(pattern, `y${flag}`);
      return compiled;
    };
    for (const start of starts.split(' ')) {
      for (const written of flag === 'i' ? bothCases(start) : [start]) add(written, form);
    }
  }
}

/** `?` at the end stands for any character of ASCII that is drawn. */
function add(start: string, form: Form): void {
  const isOpen = start.endsWith('?');
  const map = isOpen ? byThree : byStart;
  const number = isOpen ? filter.addAnyLast(start) : filter.add(start, 0);
  const same = map.get(number);
  if (same) same.push(form);
  else map.set(number, [form]);
}

function bothCases(start: string): Set<string> {
  let all = new Set(['']);
  for (const unit of start) {
    all = new Set([...all].flatMap((one) => [one + unit.toLowerCase(), one + unit.toUpperCase()]));
  }
  return all;
}

function numberBefore(text: string, at: number): number {
  return /[0-9]*$/.exec(text.slice(Math.max(0, at - 10), at))?.[0].length ?? 0;
}

function privateKeys(text: string): Span[] {
  const spans: Span[] = [];
  for (const begin of text.matchAll(PEM_BEGIN)) {
    const body = begin.index + begin[0].length;
    const dashes = text.indexOf('-----', body);
    const end = dashes >= 0 && text.startsWith('-----END ', dashes) ? endOfLine(text, dashes) : 0;
    // Cut off, or the end is in a later piece: what looks like its body still is one.
    PEM_BODY.lastIndex = body;
    const bare = PEM_BODY.exec(text);
    const last = Math.max(end, bare ? PEM_BODY.lastIndex : 0);
    if (last > 0) spans.push(spanOf(begin.index, last - begin.index));
  }
  return spans;
}

function endOfLine(text: string, dashes: number): number {
  const close = text.indexOf('-----', dashes + '-----END '.length);
  // The closing dashes stand on the same line; another place would be another block.
  return close >= 0 && close - dashes < 80 ? close + 5 : dashes;
}

function spanOf(start: number, length: number): Span {
  return { start, end: start + length, label: SHAPE_LABEL };
}
