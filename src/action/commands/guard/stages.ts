import * as z from 'zod';
import { cleanProse } from '../../../base/inbound/clean-prose.ts';
import { envelope } from '../../../base/inbound/envelope.ts';
import { showUnseen } from '../../../base/inbound/unseen.ts';
import { branchNameProblem } from '../../../github/branch-name.ts';
import { foreignLines } from '../../../report/log-text.ts';
import { neutraliseWithin } from '../../../report/neutralise-short.ts';
import { reportOptions } from '../../report-options.ts';
import { checkPolicy, checkRegex, checkTool, writeOutput } from './strict-stages.ts';

/** What a line gets: its text as it goes on, or why it doesn't. */
type Stage = (line: unknown) => object | Promise<object>;

const MAX_COMMENT = 40_000;
const textSchema = z.object({
  input: z.string(),
  /** For bombs: the input is this many times the unit. */
  input_repeat: z
    .object({ unit: z.string().max(10_000), count: z.int().min(0).max(1_000_000) })
    .refine(({ unit, count }) => unit.length * count <= 50_000_000, { error: 'is too long' })
    .optional(),
});

/** The boundaries, each through the code that a run uses there. */
export const STAGES: ReadonlyMap<string, Stage> = new Map<string, Stage>([
  ['inbound-markdown', ofText((text) => cleanProse(text))],
  ['inbound-diff', ofText((text) => showUnseen(text))],
  ['inbound-branch', ofText(judgeBranch)],
  ['boundary', ofText((text) => ({ text: envelope(text) }))],
  [
    'outbound-comment',
    ofText((text) => ({
      text: neutraliseWithin(text, reportOptions({ variables: {} }), MAX_COMMENT),
    })),
  ],
  ['outbound-log', ofText((text) => ({ text: foreignLines(text).join('\n') }))],
  ['github-output', writeOutput],
  ['policy-yaml', ofText(checkPolicy)],
  ['user-regex', checkRegex],
  ['mcp-tool', checkTool],
]);

function ofText(clean: (text: string) => object | Promise<object>): Stage {
  return (line) => {
    const { input, input_repeat: bomb } = textSchema.parse(line);
    return clean(bomb ? bomb.unit.repeat(bomb.count) : input);
  };
}

function judgeBranch(name: string): object {
  const problem = branchNameProblem(name);
  return problem === undefined ? { text: name } : { rejected: problem };
}
