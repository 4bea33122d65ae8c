import type { Finding } from '../../tool/tool-use-context.ts';

/**
 * By what a finding is known again in later runs, in the order given: path, words and the lines
 * themselves, blanks aside. Not the line number, which moves with every line that is added above.
 * The second of two that are alike has another than the first.
 */
export function fingerprintsOf(findings: readonly Finding[]): readonly string[] {
  return numbered(findings, ({ path, message, text }) => [
    path,
    flat(message).toLowerCase(),
    flat(text),
  ]).map(({ hash }) => hash);
}

/** GitHub's name for where an alert is: the line's text and which of the alike it is. */
export function lineHashesOf(findings: readonly Finding[]): readonly string[] {
  return numbered(findings, ({ path, rule, text }) => [path, rule ?? '', flat(text)]).map(
    ({ first, nth }) => `${first.slice(0, 16)}:${nth}`,
  );
}

function numbered(
  findings: readonly Finding[],
  partsOf: (finding: Finding) => readonly string[],
): readonly { readonly hash: string; readonly first: string; readonly nth: number }[] {
  const counts = new Map<string, number>();
  return findings.map((finding) => {
    const parts = partsOf(finding);
    const first = digest(parts);
    const nth = (counts.get(first) ?? 0) + 1;
    counts.set(first, nth);
    return { hash: nth === 1 ? first : digest([...parts, String(nth)]), first, nth };
  });
}

function digest(parts: readonly string[]): string {
  // Not imported: that would cost the start of every run 9 ms.
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24);
}

function flat(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
