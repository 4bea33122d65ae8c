/** A line with its code spans (CommonMark 6.1) as blanks: what stands in one means nothing. */
export function withoutSpans(line: string): string {
  let plain = '';
  for (let at = 0; at < line.length; ) {
    const next = line.indexOf('`', at);
    if (next < 0) return plain + line.slice(at);
    plain += line.slice(at, next);
    const run = runAt(line, next);
    const end = endOfSpan(line, next + run, run);
    plain += end === undefined ? '`'.repeat(run) : ' '.repeat(end - next);
    at = end ?? next + run;
  }
  return plain;
}

function runAt(line: string, at: number): number {
  let end = at;
  while (line[end] === '`') end += 1;
  return end - at;
}

function endOfSpan(line: string, from: number, length: number): number | undefined {
  for (let at = line.indexOf('`', from); at >= 0; ) {
    const run = runAt(line, at);
    if (run === length) return at + run;
    at = line.indexOf('`', at + run);
  }
  return undefined;
}
