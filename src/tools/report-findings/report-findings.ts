import { messageOf } from '../../base/errors.ts';
import { countOf, oneLine } from '../../base/text.ts';
import { buildTool } from '../../tool/build-tool.ts';
import { loadedLater } from '../../tool/loaded-later.ts';
import { ToolRefusal } from '../../tool/refusal.ts';
import { type Block, type Rendered, renderedText } from '../../tool/rendering.ts';
import type { Finding, ToolUseContext } from '../../tool/tool-use-context.ts';
import { INPUT_SCHEMAS } from '../input-schemas.ts';
import { findingsSubject, withAbsolutePaths } from './findings-subject.ts';
import type { FindingsInput, FindingsOutput } from './report-findings-schema.ts';

const schemas = loadedLater(() => import('./report-findings-schema.ts'));

/** A report beyond this is read by nobody. */
const MAX_FINDINGS = 500;
const MAX_PROBLEMS = 10;

/** Takes what a review found. It touches nothing: the action makes comments and files of it at the end. */
export const reportFindingsTool = buildTool<FindingsInput, FindingsOutput>({
  name: 'ReportFindings',
  searchHint: 'review findings problems comments annotations sarif',
  // Few runs are reviews, and its definition is long. A policy for them names it (`tools.with`).
  shouldDefer: true,
  pathRules: 'Read',
  description: () => 'Reports problems at lines of code: they become review comments.',
  prompt: manual,
  inputSchema: () => schemas.get().reportFindingsInputSchema(),
  inputJSONSchema: INPUT_SCHEMAS.ReportFindings,
  outputSchema: () => schemas.get().reportFindingsOutputSchema(),
  prepare: schemas.load,
  isReadOnly: () => true,
  isDestructive: () => false,
  isConcurrencySafe: () => true,
  subjectFields: ['findings'],
  preparePermissionMatcher: findingsSubject,
  backfillObservableInput: withAbsolutePaths,
  call: async (input, context) => {
    context.abort.signal.throwIfAborted();
    const reportedFindings = await located(input, context);
    let total = 0;
    context.setAppState((state) => {
      const findings = [...(state.findings ?? []), ...reportedFindings];
      if (findings.length > MAX_FINDINGS)
        throw new ToolRefusal(
          `A run reports ${MAX_FINDINGS} findings at most. Report the most severe, and sum up the rest in your answer.`,
        );
      total = findings.length;
      return { ...state, findings };
    });
    return { data: { reportedFindings, total } };
  },
  mapToolResultToToolResultBlockParam: ({ reportedFindings, total }, toolUseId) => ({
    type: 'tool_result',
    tool_use_id: toolUseId,
    content: `${countOf(reportedFindings.length, 'finding')} taken, ${total} in all.`,
  }),
  extractSearchText: ({ reportedFindings }) => renderedText(listOf(reportedFindings)),
  rendering: {
    use: ({ findings }) => [
      ...listOf(
        findings.map(({ end_line, ...rest }) => ({ ...rest, endLine: end_line ?? rest.line })),
      ),
      ...findings.flatMap(({ suggestion }): Block[] =>
        suggestion ? [{ type: 'code', text: suggestion }] : [],
      ),
    ],
    result: ({ reportedFindings }) => listOf(reportedFindings),
    summary: ({ findings }) =>
      findings[0] === undefined
        ? 'ReportFindings (none)'
        : oneLine(
            `ReportFindings ${placeOf({ ...findings[0], endLine: findings[0].end_line ?? findings[0].line })}${findings.length > 1 ? ` and ${findings.length - 1} more` : ''}`,
            500,
          ),
  },
});

/** Short: without tools of servers it is in the first request of every run, whatever that is about. */
function manual(): string {
  return (
    'Reports problems at lines of code: they become review comments, annotations and SARIF. Each once, only what you checked. ' +
    'If you looked and found none, give an empty list.'
  );
}

/** All or none: a call is mended and sent again as a whole. */
async function located(
  { findings }: FindingsInput,
  context: ToolUseContext,
): Promise<readonly Finding[]> {
  const { locateFinding } = await import('./locate-finding.ts');
  const lines = new Map<string, readonly string[]>();
  const problems: string[] = [];
  const found = findings.flatMap((given, index) => {
    try {
      return [locateFinding(given, context, lines)];
    } catch (thrown) {
      if (!(thrown instanceof ToolRefusal)) throw thrown;
      problems.push(`${index + 1}. ${messageOf(thrown)}`);
      return [];
    }
  });
  if (problems.length === 0) return found;
  const more = problems.length - MAX_PROBLEMS;
  throw new ToolRefusal(
    [
      'Nothing was taken. Mend these findings and send all again:',
      ...problems.slice(0, MAX_PROBLEMS),
      ...(more > 0 ? [`… and ${more} more`] : []),
    ].join('\n'),
  );
}

type Shown = Pick<Finding, 'path' | 'line' | 'endLine' | 'severity' | 'message'>;

function listOf(findings: readonly Shown[]): Rendered {
  return findings.length === 0
    ? [{ type: 'line', text: 'nothing found' }]
    : [{ type: 'list', items: itemsOf(findings) }];
}

function itemsOf(findings: readonly Shown[]): string[] {
  return findings.map((finding) => `${finding.severity} ${placeOf(finding)}: ${finding.message}`);
}

function placeOf({ path, line, endLine }: Pick<Finding, 'path' | 'line' | 'endLine'>): string {
  return `${path}:${line}${endLine === line ? '' : `-${endLine}`}`;
}
