import type { RemovalCount } from './removed.ts';

/** Stands before each definition of a link or a footnote while a text is cleaned. */
export const DEFINES = '\ufdd2';

/** What draws nothing by itself. */
const NOTHING = String.raw`(?:[\s*_~]|<(?!\/?(?:a|img)[\s>])\/?[A-Za-z][^<>]*>)*`;
const EMPTY_LINK = new RegExp(
  String.raw`\[${NOTHING}\]\((?:<[^<>\n]*>|[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)?)\)`,
  'g',
);
const EMPTY_REFERENCE = new RegExp(String.raw`\[${NOTHING}\]\[([^[\]\n]{1,200})\]`, 'g');
const EMPTY_ANCHOR = new RegExp(String.raw`<a(?: [^<>]*)?>${NOTHING}(?:<\/a>|(?=<a[ >])|$)`, 'gi');

/** Links without words to click at are not on the page. */
export function withoutEmptyLinks(text: string, count: RemovalCount): string {
  const drop = () => {
    count.add('empty links');
    return '';
  };
  return text.replace(EMPTY_LINK, drop).replace(EMPTY_ANCHOR, drop);
}

/** Definitions that nothing on the page points to go; of two of one name the first is what counts. */
export function withoutUnused(text: string, count: RemovalCount): string {
  if (!text.includes(DEFINES)) return text;
  const [start = '', ...marked] = text.split(DEFINES);
  const first = new Map<string, Part>();
  const parts = marked.map(readPart);
  for (const part of parts) if (!first.has(part.label)) first.set(part.label, part);
  const linked = (prose: string) =>
    prose.replace(EMPTY_REFERENCE, (all, label: string) => (first.has(plain(label)) ? '' : all));
  const used = usedLabels([start, ...parts.map(({ behind }) => behind)].map(linked), first);
  const kept = parts.map((part) => {
    const isKept = used.has(part.label) && first.get(part.label) === part;
    if (!isKept && part.definition !== '') count.add('link definitions');
    return (isKept ? part.definition : '') + linked(part.behind);
  });
  return linked(start) + kept.join('');
}

/** What prose points to, and what the footnotes among that point to. */
function usedLabels(prose: string[], first: ReadonlyMap<string, Part>): Set<string> {
  const used = new Set<string>();
  for (let text = prose.pop(); text !== undefined; text = prose.pop()) {
    for (const { 1: inner = '' } of text.matchAll(/\[([^[\]]{1,200})\]/g)) {
      const label = plain(inner);
      const part = first.get(label);
      if (!part || used.has(label)) continue;
      used.add(label);
      prose.push(part.body);
    }
  }
  return used;
}

interface Part {
  readonly label: string;
  readonly definition: string;
  /** Of a footnote, its words. */
  readonly body: string;
  readonly behind: string;
}

function readPart(part: string): Part {
  const [head = '', label = ''] = /^[^[]{0,200}\[((?:[^[\]\\]|\\.){1,999})\]:/.exec(part) ?? [];
  const line = `${part}\n`.indexOf('\n');
  const isNote = label.startsWith('^');
  const end = isNote ? noteEnd(part) : line;
  const body = isNote ? part.slice(head.length, end) : '';
  return { label: plain(label), definition: part.slice(0, end), body, behind: part.slice(end) };
}

/** A footnote goes on below a blank line with what is indented. */
function noteEnd(part: string): number {
  let end = 0;
  let shown = 0;
  for (const line of part.split('\n')) {
    const isBlank = line.trim() === '';
    if (!isBlank && shown < end - 1 && !/^(?: {4}|\t)/.test(line)) break;
    end += line.length + 1;
    if (!isBlank) shown = end - 1;
  }
  return shown;
}

function plain(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase();
}
