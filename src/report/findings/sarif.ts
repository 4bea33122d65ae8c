import type { Finding } from '../../tool/tool-use-context.ts';
import { plainText } from '../plain-text.ts';
import { fingerprintsOf, lineHashesOf } from './fingerprint.ts';
import { sortFindings } from './sort-findings.ts';

export interface SarifOptions {
  readonly version: string;
  /** Whether the run came to its end: a list of findings may be short else. */
  readonly complete: boolean;
  /** Tells the results of several workflows and jobs apart: their names, outermost first. */
  readonly category: readonly string[];
}

/** GitHub refuses a run with more. */
const MAX_RESULTS = 25_000;
const LEVELS = { error: 'error', warning: 'warning', notice: 'note' } as const;
/** Of findings that were given none. */
const RULE = 'finding';

/**
 * Findings as SARIF 2.1.0, in the subset that GitHub's code scanning reads (docs.github.com: SARIF
 * support for code scanning). The text of `findings` has to be without secrets.
 */
export function sarifLog(findings: readonly Finding[], options: SarifOptions): unknown {
  const sorted = sortFindings(findings).slice(0, MAX_RESULTS);
  const rules = [...new Set(sorted.map(({ rule = RULE }) => rule))].sort();
  const fingerprints = fingerprintsOf(sorted);
  const lineHashes = lineHashesOf(sorted);
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Unattended',
            informationUri: 'https://github.com/unattended/unattended',
            semanticVersion: options.version,
            rules: rules.map((id) => ruleOf(id)),
          },
        },
        automationDetails: {
          id: `unattended/${options.category.map((name) => `${encodeURIComponent(name)}/`).join('')}`,
        },
        invocations: [{ executionSuccessful: options.complete }],
        columnKind: 'utf16CodeUnits',
        results: sorted.map((finding, index) => ({
          ruleId: finding.rule ?? RULE,
          ruleIndex: rules.indexOf(finding.rule ?? RULE),
          level: LEVELS[finding.severity],
          message: { text: wellFormed(plainText(finding.message)) },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: uriOf(finding.path), uriBaseId: '%SRCROOT%' },
                region: { startLine: finding.line, endLine: finding.endLine },
              },
            },
          ],
          partialFingerprints: {
            primaryLocationLineHash: lineHashes[index],
            'unattended/v1': fingerprints[index],
          },
        })),
      },
    ],
  };
}

function ruleOf(id: string) {
  const words = id.replaceAll('-', ' ');
  const title = words.charAt(0).toUpperCase() + words.slice(1);
  const text = id === RULE ? 'A problem that a review found.' : `${title}.`;
  return {
    id,
    shortDescription: { text },
    fullDescription: { text },
    help: { text: 'Found by a model that read the code: check it before you act on it.' },
    properties: { tags: ['unattended', 'review'] },
  };
}

/** A relative reference (RFC 3986): every name encoded, so that a colon in the first is no scheme. */
function uriOf(path: string): string {
  return wellFormed(path).split('/').map(encodeURIComponent).join('/');
}

/** Half a character, which a model can write, has no place in a URI, and parsers of JSON stop at it. */
function wellFormed(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}
