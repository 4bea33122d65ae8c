import { readYaml } from '../../policy/read-yaml.ts';
import { plainText } from './plain-text.ts';

export interface FrontMatter {
  readonly data: Readonly<Record<string, unknown>>;
  readonly body: string;
  /** The line that the body begins at, 1-based. */
  readonly bodyLine: number;
  /** Where a key stands; the file's first line for one that is not there. */
  placeOf(key: string): { readonly line: number; readonly column: number };
}

/** As many lines are mended at most. */
const MAX_MENDED = 20;

/**
 * Splits a file into its front matter and the text behind it. One that never ends is refused: what it
 * forbids would be lost. Values that YAML takes for something else than the text they are (`argument-hint: [a] [b]`,
 * `description: Use it: often`, `paths: **\/*.ts`) are read as text, as Claude Code does.

 * @param notices one more sentence for a value in brackets that had to be mended: what was meant can't be known then.
 * @returns a sentence with file, line and column for what can't be read.
 */
export function readFrontMatter(
  given: string,
  file: string,
  notices: string[] = [],
): FrontMatter | { problem: string } {
  const text = plainText(given);
  const head = /^---[ \t]*\n((?:[\s\S]*?\n)?)---[ \t]*(?:\n|$)/u.exec(text);
  if (!head && isOpen(text)) {
    return { problem: `${file}:1:1: The front matter never ends: write a line \`---\` behind it.` };
  }
  if (!head) return { data: {}, body: text, bodyLine: 1, placeOf: () => ({ line: 1, column: 1 }) };
  const yaml = head[1] ?? '';
  const body = text.slice(head[0].length);
  const bodyLine = head[0].split('\n').length;
  if (yaml.trim() === '')
    return { data: {}, body, bodyLine, placeOf: () => ({ line: 1, column: 1 }) };
  const read = readLenient(`\n${yaml}`, file, notices);
  if ('problem' in read) return read;
  if (!isRecord(read.data)) {
    return { problem: `${file}:2:1: The front matter has to be keys with values.` };
  }
  return {
    data: read.data,
    body,
    bodyLine,
    placeOf: (key) => {
      const [line, column] = read.placeOfKey([key]);
      return { line, column };
    },
  };
}

/** Keys behind a first line `---`, and no second one: no rule between two paragraphs looks so. */
function isOpen(text: string): boolean {
  return /^---[ \t]*\n[A-Za-z][\w-]*:(?:[ \t]|\n|$)/u.test(text);
}

/** The empty line in front of the text stands for the `---`, so that places are the file's. */
function readLenient(yaml: string, file: string, notices: string[]) {
  const first = readYaml(yaml, file, 'front matter');
  if (first.problems.length === 0) return first;
  let text = yaml;
  const told: string[] = [];
  for (let count = 0; count < MAX_MENDED; count += 1) {
    const next = readYaml(text, file, 'front matter');
    const [problem] = next.problems;
    if (problem === undefined) {
      notices.push(...told.slice(0, 1));
      return next;
    }
    const mended = withTextAt(text, problem.at?.line ?? 0);
    if (mended === undefined) break;
    text = mended.text;
    if (mended.isUnsure) told.push(mendedWords(file, mended));
  }
  return { problem: first.problems[0]?.message ?? `${file}: Not valid YAML.` };
}

interface Mended {
  readonly text: string;
  readonly key: string;
  readonly line: number;
  /** It may have been meant as a list or a map. */
  readonly isUnsure: boolean;
}

/** The text with the value of one line in quotes; `undefined`: it is no plain `key: value`, or has them. */
function withTextAt(yaml: string, number: number): Mended | undefined {
  const lines = yaml.split('\n');
  // A problem is often told at the line after the one that has it.
  for (const index of [number - 1, number - 2]) {
    const found = /^([A-Za-z][\w-]*):[ \t]+([^"'|>\s].*)$/u.exec(lines[index] ?? '');
    if (!found) continue;
    const [, key = '', given = ''] = found;
    lines[index] = `${key}: '${given.trimEnd().replace(/'/gu, "''")}'`;
    // `[pr] [priority]` is how hints are written.
    const isUnsure = /^[[{]/u.test(given) && key !== 'argument-hint';
    return { text: lines.join('\n'), key, line: index + 1, isUnsure };
  }
  return undefined;
}

function mendedWords(file: string, { key, line }: Mended): string {
  return `${file}:${line}: The value of \`${key}\` is not valid YAML and is read as a text: close its brackets, or put it in quotes.`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
