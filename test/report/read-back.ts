import { expect } from 'vitest';

/** The texts that a reader of a form sees, one for each block or item, taken out of the markup again. */
export function readLog(lines: readonly string[]): string {
  for (const line of lines) {
    expect(line).toMatch(/^│ /);
    expect(line).not.toMatch(/##\[|\u001b|\u009b|[\u202a-\u202e\u2066-\u2069]/u);
  }
  return lines.map((line) => line.slice(2)).join('\n');
}

/**
 * Reads Markdown of which all has to be code, by the rules of CommonMark for fences and code spans.
 * Anything that stands outside of code is a failure: there it could be live.
 */
export function readMarkdown(markdown: string): string[] {
  const lines = markdown.split('\n');
  const texts: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line === '') continue;
    const border = /^(`{3,})[\w+#-]*$/.exec(line)?.[1];
    if (border === undefined) {
      texts.push(spanText(line.replace(/^- /, '')));
      continue;
    }
    const end = lines.findIndex((other, index) => index > at && closes(other, border));
    expect(end).toBeGreaterThan(at);
    texts.push(lines.slice(at + 1, end).join('\n'));
    at = end;
  }
  return texts;
}

/** The text of HTML that holds none but these elements, and of attributes a class alone. */
export function readHtml(html: string): string[] {
  const token =
    /<(\/?)(p|pre|code|ul|li|span)( class="(?:line|diff|add|del|hunk)")?>|&(amp|lt|gt|quot|#39);|([^<>&]+)/y;
  const texts: string[] = [];
  let text = '';
  while (token.lastIndex < html.length) {
    const from = token.lastIndex;
    const found = token.exec(html);
    if (!found) expect.fail(`no text and none of our marks: ${html.slice(from, from + 80)}`);
    const [, slash, name, , entity, plain] = found;
    if (name === undefined) text += plain ?? ENTITIES[entity ?? ''] ?? '';
    else if (slash === '' && /^(?:p|pre|li)$/.test(name)) text = '';
    else if (slash === '/' && /^(?:p|pre|li)$/.test(name)) texts.push(text);
  }
  return texts;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
};

function closes(line: string, border: string): boolean {
  return new RegExp(`^ {0,3}\`{${border.length},}[ \\t]*$`).test(line);
}

/** A line that is one code span from end to end. */
function spanText(line: string): string {
  const border = /^`+/.exec(line)?.[0] ?? expect.fail(`not code: ${line}`);
  const runs = [...line.slice(border.length).matchAll(/`+/g)];
  const close = runs.find(([run]) => run.length === border.length);
  expect((close?.index ?? 0) + 2 * border.length, line).toBe(line.length);
  const inner = line.slice(border.length, -border.length);
  return /^ .*[^ ].* $/.test(inner) ? inner.slice(1, -1) : inner;
}
