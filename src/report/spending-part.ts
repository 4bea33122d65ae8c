import { countOf } from '../base/text.ts';
import type { Outcome, OwnPart, Portion, Purpose, Spending } from '../events/outcome.ts';
import { formatCount, formatUsd } from './format.ts';
import { codeSpan, folded } from './markdown.ts';
import type { NeutraliseOptions } from './neutralise.ts';
import type { ReportState } from './run-state.ts';

const WORDS: Readonly<Record<Purpose, string>> = {
  work: 'the agent',
  hooks: 'questions of hooks',
  compaction: 'shortening the history',
  agents: 'sub-agents',
};

/** `$0.31, $0.04 of it for questions of hooks`: what the run itself cost, in a line. */
export function costText(outcome: Outcome): string {
  const { spending = [] } = outcome;
  const others = (['hooks', 'compaction', 'agents'] as const).flatMap((purpose) => {
    const usd = sum(spending.filter((one) => one.purpose === purpose).map(usdOf));
    return usd > 0 ? [`${formatUsd(usd)} of it for ${WORDS[purpose]}`] : [];
  });
  return [priceText(outcome.own ?? outcome), ...others].join(', ');
}

/** `5 turns and $0.51 with the runs before it`; `undefined`: there were none. */
export function togetherText(outcome: Outcome): string | undefined {
  if (outcome.own === undefined) return undefined;
  const { numTurns } = outcome;
  return `${countOf(numTurns, 'turn')} and ${priceText(outcome)} with the runs before it`;
}

export function priceText({ costUsd, costIsEstimate }: OwnPart): string {
  return `${formatUsd(costUsd)}${costIsEstimate ? ' (estimate)' : ''}`;
}

/** What was spent on what, folded: tokens and their price by purpose and model. */
export function spendingPart({ outcome, calls }: ReportState, options: NeutraliseOptions): string {
  if (outcome === undefined) return '';
  const table = outcome.spending?.length ? byPurpose(outcome, options) : byModel(outcome, options);
  if (table === '') return '';
  const failed = calls.failed > 0 ? `, ${calls.failed} failed` : '';
  const all = [`${countOf(calls.done, 'call')}${failed}.`, table, ...shares(outcome)];
  return folded('Tokens and cost', all.join('\n\n'));
}

/** A run that goes on from others counts on from what they used. */
function shares(outcome: Outcome): string[] {
  const { own, numTurns, costUsd } = outcome;
  if (own === undefined) return [];
  const before = {
    numTurns: numTurns - own.numTurns,
    costUsd: costUsd - own.costUsd,
    costIsEstimate: outcome.costIsEstimate && !own.costIsEstimate,
  };
  const line = (name: string, part: OwnPart) =>
    `| ${name} | ${formatCount(part.numTurns)} | ${priceText(part)} |`;
  return [
    [
      '| | turns | cost |',
      '| --- | ---: | ---: |',
      line('this run', own),
      line('the runs before it', before),
      line('all together, which the limits hold', outcome),
    ].join('\n'),
  ];
}

function byPurpose({ spending = [] }: Outcome, options: NeutraliseOptions): string {
  const rows = spending.map((one) => {
    const { input, cacheRead, cacheWrite, output, thinkingTokens } = one;
    const thinking = thinkingTokens > 0 ? `, ${formatCount(thinkingTokens)} thinking` : '';
    const cells = [
      WORDS[one.purpose],
      model(one.model, options),
      formatCount(one.requests),
      portion(input),
      portion(cacheRead),
      portion(cacheWrite),
      portion(output) + thinking,
      ...(searched(spending) ? [formatUsd(one.serverToolsUsd)] : []),
      formatUsd(usdOf(one)),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const tools = searched(spending) ? [' server tools |', ' ---: |'] : ['', ''];
  return [
    `| for | model | requests | input | cache read | cache written | output |${tools[0]} cost |`,
    `| --- | --- | ---: | ---: | ---: | ---: | ---: |${tools[1]} ---: |`,
    ...rows,
  ].join('\n');
}

/** For a run that could not say any more what its requests were for. */
function byModel({ modelUsage }: Outcome, options: NeutraliseOptions): string {
  const uses = Object.entries(modelUsage);
  if (uses.length === 0) return '';
  const rows = uses.map(([name, use]) => {
    const cells = [
      use.inputTokens,
      use.cacheReadInputTokens,
      use.cacheCreationInputTokens,
      use.outputTokens,
    ];
    const cost = `${formatUsd(use.costUSD)}${use.costIsEstimate ? ' (estimate)' : ''}`;
    return `| ${model(name, options)} | ${cells.map(formatCount).join(' | ')} | ${cost} |`;
  });
  return [
    '| model | input | cache read | cache written | output | cost |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
  ].join('\n');
}

function model(name: string, options: NeutraliseOptions): string {
  return codeSpan(name, options, 80).replaceAll('|', '\\|');
}

function portion({ tokens, usd }: Portion): string {
  return tokens === 0 ? '0' : `${formatCount(tokens)} (${formatUsd(usd)})`;
}

function searched(spending: readonly Spending[]): boolean {
  return spending.some(({ serverToolsUsd }) => serverToolsUsd > 0);
}

function usdOf({ input, cacheRead, cacheWrite, output, serverToolsUsd }: Spending): number {
  return input.usd + cacheRead.usd + cacheWrite.usd + output.usd + serverToolsUsd;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
