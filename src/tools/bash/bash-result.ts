import type { ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages';
import { codeBlocks, lineBlocks, type Rendered, renderedText } from '../../tool/rendering.ts';
import type { BashOutput } from './bash-schema.ts';

/** What the model reads: the exit code first where it is a failure, the output, then what else to know. */
export function bashText(output: BashOutput): string {
  return renderedText(bashRendered(output));
}

/** The same in blocks, for reports. */
export function bashRendered(output: BashOutput): Rendered {
  const { exitCode, returnCodeInterpretation: meaning } = output;
  const printed = output.stdout.replace(/\n+$/, '');
  return [
    ...lineBlocks(
      [bashFailed(output) ? `Exit code ${exitCode}` : '', ending(output)].filter((line) => line),
    ),
    ...(printed === '' ? lineBlocks(['(no output)']) : codeBlocks(printed)),
    ...lineBlocks(meaning ? [`(${meaning}: exit code 1)`] : []),
    ...lineBlocks(output.notes.filter((note) => note)),
  ];
}

export function bashResultBlock(output: BashOutput, toolUseId: string): ToolResultBlockParam {
  return {
    type: 'tool_result',
    tool_use_id: toolUseId,
    content: bashText(output),
    ...(bashFailed(output) && { is_error: true }),
  };
}

export function bashFailed(output: BashOutput): boolean {
  const { exitCode, interrupted, returnCodeInterpretation } = output;
  return interrupted || (exitCode !== 0 && returnCodeInterpretation === undefined);
}

function ending({ timedOutAfterMs, interrupted, signal }: BashOutput): string {
  if (timedOutAfterMs !== undefined) {
    return (
      `Timed out after ${timedOutAfterMs} ms; the command and all it had started were ended. ` +
      'What it had printed so far:'
    );
  }
  if (interrupted) return 'The command was ended before it was done. What it had printed so far:';
  return signal ? `Ended by ${signal}.` : '';
}
