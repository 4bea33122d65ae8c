import type { Decision } from '../permission/decision.ts';
import type { CallResult } from './call-result.ts';
import { errorBlock } from './text-block.ts';
import { tokensOf } from './token-count.ts';

/** The result of a call of which nothing but a text is there. */
export function bareResult(
  call: { readonly id: string; readonly name: string; readonly input?: unknown },
  text: string,
  decision: Decision,
): CallResult {
  const block = errorBlock(call.id, text);
  return {
    toolUseId: call.id,
    toolName: call.name,
    toolInput: call.input,
    block,
    tokens: tokensOf(block),
    decision,
    denial: undefined,
    output: undefined,
    newMessages: [],
    contextModifier: undefined,
    mcpMeta: undefined,
    cancelsSiblings: false,
    endRun: undefined,
  };
}

/** A call that ended before it was judged did not run; nobody denied it, so it is no denial. */
export function notJudged(reason: string, effects: Decision['effects'] = []): Decision {
  return { behavior: 'deny', asked: false, decided_by: { step: 'validate' }, reason, effects };
}
