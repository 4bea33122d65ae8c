import type { Finding } from '../../tool/tool-use-context.ts';
import { codeSpan } from '../markdown.ts';
import type { NeutraliseOptions } from '../neutralise.ts';
import { neutraliseShort } from '../neutralise-short.ts';
import { countFindings, placeOf, sortFindings } from './sort-findings.ts';

export const SEVERITY_ICONS = { error: '❌', warning: '⚠️', notice: 'ℹ️' } as const;

/** What was found, the most severe first; empty where nobody looked. */
export function findingsPart(
  findings: readonly Finding[] | undefined,
  options: NeutraliseOptions,
  max: number,
): string {
  if (findings === undefined) return '';
  if (findings.length === 0) return '**Findings**: none';
  const sorted = sortFindings(findings);
  const items = sorted
    .slice(0, max)
    .map(
      (finding) =>
        `- ${SEVERITY_ICONS[finding.severity]} ${codeSpan(placeOf(finding), options, 300)} ${neutraliseShort(finding.message, options, 300)}`,
    );
  const left = sorted.length - items.length;
  const list = [...items, ...(left > 0 ? [`… and ${left} more`] : [])].join('\n');
  return `**Findings**: ${countFindings(sorted)}\n\n${list}`;
}
