import { withoutSpans } from '../markdown/code-spans.ts';
import { Fences } from '../markdown/fences.ts';

/** What `@path` names in a text, outside of code (contracts 5.1). An address (`a@b`) is none. */
export function findImports(text: string): string[] {
  if (!text.includes('@')) return [];
  const fences = new Fences();
  const found: string[] = [];
  for (const line of text.split('\n')) {
    if (fences.takes(line) || !line.includes('@')) continue;
    for (const [, given = ''] of withoutSpans(line).matchAll(/(?:^|\s)@((?:\\ |[^\s\\@])+)/gu)) {
      found.push(given.replace(/\\ /gu, ' '));
    }
  }
  return found;
}

/** What is no path by its look (`@types/node`, `@alice`) is not missed where there is no such file. */
export function looksLikeFile(given: string): boolean {
  return /^(?:\.{1,2}|~)?\//u.test(given) || /\.(?:md|mdc|markdown|txt|rst|adoc)$/iu.test(given);
}
