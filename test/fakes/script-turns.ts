import type { Script, ScriptTurn } from '../../src/model/script-schema.ts';
import type { FakeOptions } from './anthropic-api.ts';
import type { FakeBlock, FakeTurn } from './anthropic-turn.ts';

/** The answers of a script, for the loopback API: what would be said to the embedded model goes over the wire. */
export function turnsOf(script: Script): FakeOptions['turns'] {
  const answers = script.turns.flatMap((turn) => {
    const { status, message = 'The script says so.', times = 1 } = turn.error ?? { status: 0 };
    const failed: FakeTurn = { status, error: { type: 'invalid_request_error', message } };
    return turn.error ? [...Array<FakeTurn>(times).fill(failed), turn] : [turn];
  });
  return ({ tool_choice }, index) => {
    const answer = answers[index] ?? {
      status: 400,
      error: { message: 'The script is at its end.' },
    };
    if ('status' in answer) return answer as FakeTurn;
    const noTools = (tool_choice as { type?: unknown } | undefined)?.type === 'none';
    return fakeTurn(answer as ScriptTurn, noTools);
  };
}

function fakeTurn(turn: ScriptTurn, noTools: boolean): FakeTurn {
  const { think, text, calls = [], stop_reason: stopReason, delay_ms: delayMs } = turn;
  const content: FakeBlock[] = [
    ...(think ? [{ type: 'thinking' as const, thinking: think }] : []),
    ...(text || noTools ? [{ type: 'text' as const, text: text || 'No words.' }] : []),
    ...(noTools ? [] : calls).map(({ tool, input = {} }) => ({
      type: 'tool_use' as const,
      name: tool,
      input,
    })),
  ];
  return { content, ...(stopReason && { stopReason }), ...(delayMs && { delayMs }) };
}
