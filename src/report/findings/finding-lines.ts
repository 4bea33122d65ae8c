import { countOf, cutText, oneLine } from '../../base/text.ts';
import type { Finding } from '../../tool/tool-use-context.ts';
import type { AnnotationCount } from '../annotation-count.ts';
import { foreignInline, harmless } from '../log-text.ts';
import { plainText } from '../plain-text.ts';
import { placeOf, sortFindings } from './sort-findings.ts';

/** The runner cuts what is longer than 4,096. */
const MAX_MESSAGE = 3_500;

/** Findings as annotations at their lines, as many as GitHub shows; the rest in one line. */
export function annotationLines(
  findings: readonly Finding[],
  count: AnnotationCount,
): readonly string[] {
  const sorted = sortFindings(findings);
  const shown = sorted.filter(({ severity }) => count.take(severity));
  const left = sorted.length - shown.length;
  const rest = `${countOf(left, 'more finding')}: GitHub shows ten annotations of a level. All of them stand in the summary.`;
  return [...shown.map(annotation), ...(left > 0 ? [rest] : [])];
}

/** The same where no runner reads the log: a line each, as compilers write them. */
export function plainFindingLines(findings: readonly Finding[]): readonly string[] {
  return sortFindings(findings).map(
    (finding) =>
      `${foreignInline(placeOf(finding), 500)}: ${finding.severity}: ${foreignInline(finding.message, 1_000)}`,
  );
}

function annotation({ severity, path, line, endLine, rule, message }: Finding): string {
  const properties = Object.entries({ file: path, line, endLine, title: rule ?? 'Unattended' })
    .map(([name, value]) => `${name}=${property(String(value))}`)
    .join(',');
  const text = cutText(harmless(plainText(message)), MAX_MESSAGE);
  return `::${severity} ${properties}::${text.replaceAll('%', '%25').replaceAll('\n', '%0A')}`;
}

/** A colon ends the properties, and a comma one of them: text that is not escaped forges another file or title. */
function property(value: string): string {
  return harmless(oneLine(plainText(value), 500))
    .replaceAll('%', '%25')
    .replaceAll(':', '%3A')
    .replaceAll(',', '%2C');
}
