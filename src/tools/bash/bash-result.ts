import type { ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages';
import type { BashOutput } from './bash-schema.ts';

/** What the model reads: the exit code first where it is a failure, the output, then what else to know. */
export function bashText(output: BashOutput): string {
  return [
    bashFailed(output) ? `Exit code ${output.exitCode}` : '',
    ending(output),
    output.stdout.replace(/\n+$/, '') || '(no output)',
    output.returnCodeInterpretation && `(${output.returnCodeInterpretation}: exit code 1)`,
    ...output.notes,
  ]
    .filter((part) => part)
    .join('\n');
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
