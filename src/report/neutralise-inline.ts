import { type InlineOptions, InlineScan } from './inline-scan.ts';
import { breakWord } from './live-words.ts';
import { isListedUrl, isWebUrl } from './safe-links.ts';

type Rule = readonly [pattern: RegExp, write: (scan: InlineScan, found: RegExpExecArray) => void];

/** What can begin something live. All else is copied as it is. */
const SPECIAL = /[\\`<&![\]@#]|https?:\/\/|ftp:\/\/|www\.|gh-/gi;

const ENTITY =
  /&(?!(?:amp|lt|gt|quot|apos|nbsp|mdash|ndash|hellip|copy|times|rarr|larr);)(?=[#\w\\])/y;

/** `fixes`, `closes`, `resolved` and their like right before a reference, markup between them or not. */
const CLOSING =
  /(?<![A-Za-z0-9])(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing))[\s:*_~`([{"'>\\-]{0,20}(?:[\w.-]{1,40}\/[\w.-]{1,60})?$/i;

const WORD_RULES: readonly Rule[] = [
  [/(?:(?:https?|ftp):\/\/|www\.)[^\s<>`[\]()"'|\\*]{1,2000}/iy, writeUrl],
  // Readers make a link of what follows, markup and all.
  [/www\./iy, (scan, [all]) => scan.write(breakWord(all))],
  [/gh-(?=\d)/iy, writeReference],
];

/** By first character, tried in this order; where none fits the character is copied. */
const RULES: Readonly<Record<string, readonly Rule[]>> = {
  '\\': [
    // A backslash must neither escape what is put in here nor keep a mention alive (`\@name` is one).
    [/\\(?=[@#<])/y, () => {}],
    [/\\[!-/:-@[-`{-~]/y, writeEscape],
    [/\\(?=.)/y, (scan) => scan.write('\\\\')],
  ],
  '`': [[/`+/y, writeBackticks]],
  '<': [
    [/<!--/y, skipComment],
    [/</y, (scan) => scan.write('&lt;')],
  ],
  // Entities are decoded before mentions are looked for: `&#64;name` would be one.
  '&': [[ENTITY, (scan) => scan.write('&amp;')]],
  '!': [
    [/!\[([^[\]\n`\\<]{0,500})\]\(([^\s()<>`\\]{1,2000})[^()\n`\\<>]{0,300}\)/y, writeImage],
    [/!\[/y, (scan) => scan.write('!\\[')],
  ],
  '[': [
    [
      /\[([^[\]\n]{1,500})(?<!\\)\]\(([^\s()<>`\\]{1,2000})(?:\s+"[^"\n`\\]{0,300}")?\)/y,
      writeLink,
    ],
  ],
  // Whatever is left of a link, an image over two lines, or a definition of one.
  ']': [[/\](?=[(:])/y, (scan) => scan.write(']\\')]],
  '@': [[/@(?=\w)/y, writeAt]],
  '#': [[/#(?=\d)/y, writeReference]],
};

/**
 * One line of foreign Markdown, outside fences, with nothing live in it: no mention, no closing
 * word before a reference, no HTML, no image or link to a host that isn't listed. Code spans stay as
 * they are; backticks without a partner in the line are escaped, so that no reader pairs them
 * otherwise than we do.
 */
export function neutraliseInline(
  line: string,
  options: InlineOptions,
): { readonly text: string; readonly inComment: boolean } {
  const scan = new InlineScan(line, options);
  while (scan.at < line.length) {
    SPECIAL.lastIndex = scan.at;
    const next = SPECIAL.exec(line)?.index ?? line.length;
    scan.write(line.slice(scan.at, next));
    scan.at = next;
    if (next < line.length) applyRule(scan);
  }
  return scan;
}

function applyRule(scan: InlineScan): void {
  const first = scan.line.charAt(scan.at);
  for (const [pattern, rewrite] of RULES[first] ?? WORD_RULES) {
    pattern.lastIndex = scan.at;
    const found = pattern.exec(scan.line);
    if (!found) continue;
    scan.at = pattern.lastIndex;
    rewrite(scan, found);
    return;
  }
  scan.write(first);
  scan.at++;
}

/** Inside of an address an escape only hides it from us: some readers decode first and link then. */
function writeEscape(scan: InlineScan, [all]: RegExpExecArray): void {
  const hides = /^\\[:/.]/.test(all) && /(?:https?|ftp|www|:|:\/)$/i.test(scan.tail());
  scan.write(hides ? `\\${all}` : all);
}

/** Leaves out a comment; one that never ends is shown as text. */
function skipComment(scan: InlineScan): void {
  const end = scan.closesHere ? scan.line.indexOf('-->', scan.at) : -1;
  if (end >= 0) {
    scan.at = end + '-->'.length;
    scan.keepApart();
  } else if (scan.options.closesLater) {
    scan.inComment = true;
    scan.at = scan.line.length;
  } else {
    scan.closesHere = false;
    scan.write('&lt;!--');
  }
}

/** A code span as it is, when it ends in this line; else the backticks as characters. */
function writeBackticks(scan: InlineScan, [run]: RegExpExecArray): void {
  const end = scan.closingRun(run.length);
  const span = end === undefined ? '' : scan.line.slice(scan.at - run.length, end);
  if (end === undefined || (scan.options.hasTable && span.includes('|'))) {
    scan.write(run.replaceAll('`', '\\`'));
    return;
  }
  scan.write(span);
  scan.at = end;
}

function writeImage(scan: InlineScan, [, alt = '', url = '']: RegExpExecArray): void {
  const words = inner(scan, alt);
  if (isListedUrl(url, scan.options.hosts)) scan.write(`![${words}](${url})`);
  // An image is fetched as soon as somebody looks: its address can carry data out.
  else writeApart(scan, `(image not shown${words ? `: ${words}` : ''})`);
}

function writeLink(scan: InlineScan, [, text = '', url = '']: RegExpExecArray): void {
  if (isListedUrl(url, scan.options.hosts) && !isClosing(scan)) {
    scan.write(`[${inner(scan, text)}](${url})`);
  } else if (text === url) {
    scan.write(asCode(url));
  } else {
    const shown = isWebUrl(url) || /^[\w./#-]+$/.test(url);
    writeApart(scan, inner(scan, text) + (shown ? ` (${asCode(url)})` : ''));
  }
}

/** What stood in brackets must not, without them, become one word with what stands beside it. */
function writeApart(scan: InlineScan, text: string): void {
  scan.keepApart();
  scan.write(text);
  scan.keepApart();
}

function writeUrl(scan: InlineScan, [all]: RegExpExecArray): void {
  const url = all.replace(/[.,;:!?_~]{1,20}$/, '');
  scan.at -= all.length - url.length;
  // In brackets: bare, readers differ on where it ends, and with it on what is code behind it.
  if (isListedUrl(url, scan.options.hosts) && !isClosing(scan)) scan.write(`<${url}>`);
  else scan.write(asCode(url));
}

function writeAt(scan: InlineScan): void {
  const from = Math.max(0, scan.at - 80);
  // No name is as long: a word that goes on before these is taken for the worse.
  const before = `${from > 0 ? '@' : ''}${scan.line.slice(from, scan.at - 1)}`;
  // `name@host` mentions nobody; `name@host@user` is an address and a mention.
  scan.write(/(?<![\w.+@-])[\w.+-]*[A-Za-z0-9]$/.test(before) ? '@' : breakWord('@'));
}

function writeReference(scan: InlineScan, [all]: RegExpExecArray): void {
  scan.write(isClosing(scan) ? breakWord(all) : all);
}

/** Whether a closing word stands right before here. */
function isClosing(scan: InlineScan): boolean {
  return CLOSING.test(scan.tail());
}

/** The address holds no backtick. In a table a bar would end the cell, and with it the span. */
function asCode(url: string): string {
  return `\`${url.replaceAll('|', '%7C')}\``;
}

function inner(scan: InlineScan, text: string): string {
  const { hosts, hasTable } = scan.options;
  // Whatever stands before, it is apart from this.
  const before = `${scan.tail()} `;
  return neutraliseInline(text, { hosts, hasTable, before, closesLater: false }).text;
}
