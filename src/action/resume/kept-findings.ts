import { readFileSync, statSync } from 'node:fs';
import { isInside, resolvePath } from '../../base/paths.ts';
import type { Finding } from '../../tool/tool-use-context.ts';
import { decodeText } from '../../tools/text-file/encoding.ts';
import type { CompareOptions } from './compare-files.ts';
import { linesOf } from './seen-files.ts';

export interface KeptFindings {
  /** At lines that still stand, with the numbers they have now. */
  readonly kept: readonly Finding[];
  /** At lines that were changed or are gone. */
  readonly gone: readonly Finding[];
}

const MOST_BYTES = 2 * 1024 * 1024;

/** Which findings of a recorded run are still at the lines that they are about. */
export function keptFindings(findings: readonly Finding[], options: CompareOptions): KeptFindings {
  const files = new Map<string, readonly string[]>();
  const kept: Finding[] = [];
  const gone: Finding[] = [];
  for (const finding of findings) {
    const lines = files.get(finding.path) ?? linesAt(finding.path, options);
    files.set(finding.path, lines);
    const line = placeOf(finding, lines);
    if (line === undefined) gone.push(finding);
    else kept.push({ ...finding, line, endLine: line + finding.endLine - finding.line });
  }
  return { kept, gone };
}

/** Where its lines stand now, 1-based: where they were, else the one other place. */
function placeOf({ line, text }: Finding, lines: readonly string[]): number | undefined {
  const wanted = text.split('\n');
  const standsAt = (from: number) => wanted.every((part, index) => part === lines[from + index]);
  if (standsAt(line - 1)) return line;
  const places = lines.flatMap((_line, from) => (standsAt(from) ? [from + 1] : []));
  return places.length === 1 ? places[0] : undefined;
}

function linesAt(path: string, options: CompareOptions): readonly string[] {
  const { root, home } = options.workspace;
  try {
    const { real, special } = resolvePath(path, root, home);
    const size = statSync(real).size;
    if (special || !isInside(real, root) || options.hides(real) || size > MOST_BYTES) return [];
    const text = decodeText(readFileSync(real))?.text;
    return text === undefined ? [] : linesOf(options.redact(text));
  } catch {
    // It is gone, or a folder by now.
    return [];
  }
}
