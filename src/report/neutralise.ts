import { breakLiveWords, breakWord } from './live-words.ts';
import { fenceAt } from './markdown-fence.ts';
import { neutraliseInline } from './neutralise-inline.ts';
import { plainText } from './plain-text.ts';

export interface NeutraliseOptions {
  /** Hosts that images and links may lead to: `github.com`, or `*.example.com` for all below it. */
  readonly hosts: readonly string[];
  /** As in the input `trigger_phrase`. */
  readonly triggerPhrase: string;
}

/** Blanks, quote and list marks, before which a line may begin. */
const LINE_START = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s[\s>]*){0,50}/;

/** A line that makes the one before it the head of a table. */
const TABLE_RULE = /^[\s>]*[|:-][\s|:-]*$/;

/**
 * Markdown by the model, or by what it read, as it may stand in a comment: it can't call people or
 * bots, start a run, close an issue, load an image, hide text, end the block it stands in, or pass
 * for us. Code stays code. Every fence is closed, so that what follows is not drawn in. Takes time
 * linear in the text.
 */
export function neutralise(text: string, options: NeutraliseOptions): string {
  const lines = plainText(text).split('\n');
  const hasTable = lines.some((line) => TABLE_RULE.test(line) && /[|:]/.test(line));
  const lastClose = lines.findLastIndex((line) => line.includes('-->'));
  const out: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const fence = fenceAt(lines, at);
    if (fence) {
      out.push(...fence.lines);
      at = fence.next;
      continue;
    }
    const line = lines[at] ?? '';
    const before = `${out.at(-1)?.slice(-100) ?? ''}\n`;
    const done = neutraliseInline(line, {
      hosts: options.hosts,
      before,
      hasTable,
      closesLater: lastClose > at,
    });
    out.push(breakLineStart(done.text));
    at = done.inComment ? afterComment(lines, at + 1) : at + 1;
  }
  return breakLiveWords(out.join('\n'), options);
}

/** Leaves what stands behind the end of a comment as the next line to read. */
function afterComment(lines: string[], from: number): number {
  let at = from;
  while (at < lines.length && !lines[at]?.includes('-->')) at++;
  const line = lines[at] ?? '';
  lines[at] = line.slice(line.indexOf('-->') + '-->'.length);
  return at;
}

/**
 * `/merge` or `bors r+` at the start of a line are commands to bots; a fence there was none in the
 * text as it came (a link or a comment stood before it).
 */
function breakLineStart(line: string): string {
  const start = LINE_START.exec(line)?.[0].length ?? 0;
  const rest = line.slice(start);
  if (/^(?:\/[A-Za-z]|~~~)/.test(rest)) return `${line.slice(0, start)}\\${rest}`;
  if (/^bors\b/i.test(rest)) return line.slice(0, start) + breakWord(rest);
  return line;
}
