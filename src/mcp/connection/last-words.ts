/** A call in a trace of Node: behind the words of an error stand ten of them, which say nothing of a server. */
const FRAME = /^\s+at .*(?:\d+:\d+|<anonymous>|native)\)?(?: \{)?$/u;

/** What a program wrote last, in whole lines: a message that is cut in its middle says nothing. The last line stands in any case. */
export function lastWords(written: string, max: number): string {
  const lines = written
    .trim()
    .split(/\r?\n/u)
    .filter((line) => line.trim() !== '' && !FRAME.test(line));
  let from = lines.length - 1;
  let length = lines.at(-1)?.length ?? 0;
  for (; from > 0; from -= 1) {
    length += 1 + (lines[from - 1]?.length ?? 0);
    if (length > max) break;
  }
  return lines.slice(Math.max(0, from)).join('\n');
}
