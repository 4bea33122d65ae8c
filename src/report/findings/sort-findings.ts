import { countOf, listOf } from '../../base/text.ts';
import type { Finding } from '../../tool/tool-use-context.ts';

/** Most severe first. */
const SEVERITIES = ['error', 'warning', 'notice'] as const;

/** The most severe first, then by place; what was reported twice stands there once. */
export function sortFindings(findings: readonly Finding[]): readonly Finding[] {
  const sorted = [...findings].sort(
    (a, b) =>
      SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
      compare(a.path, b.path) ||
      a.line - b.line,
  );
  const seen = new Set<string>();
  return sorted.filter(({ path, line, endLine, message }) => {
    const key = JSON.stringify([path, line, endLine, message]);
    return !seen.has(key) && seen.add(key);
  });
}

/** `2 errors and 1 notice`; empty for none. */
export function countFindings(findings: readonly Finding[]): string {
  const counts = SEVERITIES.map((severity) => ({
    severity,
    count: findings.filter((finding) => finding.severity === severity).length,
  }));
  return listOf(
    counts.filter(({ count }) => count > 0).map(({ severity, count }) => countOf(count, severity)),
  );
}

/** `src/a.js:3`, `src/a.js:3-5`. */
export function placeOf({ path, line, endLine }: Finding): string {
  return `${path}:${line}${endLine === line ? '' : `-${endLine}`}`;
}

/** By code units, so that the order is the same everywhere. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
