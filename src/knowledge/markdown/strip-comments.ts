import { Fences } from './fences.ts';

/**
 * A text without the HTML comments that stand as blocks of their own (contracts 5.1): notes between
 * maintainers. Those in code stay, and so do those within a line of text.
 */
export function stripComments(text: string): string {
  if (!text.includes('<!--')) return text;
  const fences = new Fences();
  const kept: string[] = [];
  let inside = false;
  for (const line of text.split('\n')) {
    if (!inside && (fences.takes(line) || !/^ {0,3}<!--/u.test(line))) {
      kept.push(line);
      continue;
    }
    const end = line.indexOf('-->', inside ? 0 : line.indexOf('<!--') + 4);
    inside = end < 0;
    const rest = inside ? '' : line.slice(end + 3).trim();
    if (rest !== '') kept.push(rest);
  }
  return kept.join('\n');
}
