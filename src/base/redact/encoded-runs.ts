/** The shortest run that is worth a look. */
const SHORTEST = 16;
const CR = 13;
const LF = 10;
const ALPHABET = new Uint8Array(128);
for (const unit of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=_-') {
  ALPHABET[unit.charCodeAt(0)] = 1;
}

/**
 * Runs of 16 or more characters of base64, over the ends of lines, `[start, end)`. Looks at one
 * character in sixteen, and at more only where a run could be.
 */
export function* encodedRuns(text: string): Generator<{ start: number; end: number }> {
  let done = 0;
  for (let probe = SHORTEST - 1; probe < text.length; probe += SHORTEST) {
    if (!isEncoded(text, probe)) continue;
    let start = probe;
    while (start > done && isEncoded(text, start - 1)) start -= 1;
    const end = runEnd(text, probe);
    if (end - start < SHORTEST) continue;
    done = wrappedEnd(text, end);
    yield { start, end: done };
    // The next probe is the sixteenth character from here.
    probe = done - 1;
  }
}

function wrappedEnd(text: string, from: number): number {
  let end = from;
  for (;;) {
    const line = text.charCodeAt(end) === CR ? end + 1 : end;
    if (text.charCodeAt(line) !== LF || !isEncoded(text, line + 1)) return end;
    end = runEnd(text, line + 1);
  }
}

function runEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && isEncoded(text, end)) end += 1;
  return end;
}

function isEncoded(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit < 128 && ALPHABET[unit] === 1;
}
