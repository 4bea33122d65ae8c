import type { ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages';
import { messageOf } from '../base/errors.ts';
import { ToolRefusal } from '../tool/refusal.ts';
import type { ToolResult } from '../tool/tool-result.ts';
import { CallCancelled, orCancelled, throwIfCancelled } from './call-ended.ts';
import { type Timed, withDeadline } from './deadline.ts';
import type { Judged } from './judge.ts';
import { nestedGate } from './nested-gate.ts';
import type { OpenCall } from './open-call.ts';
import { errorBlock, textBlock } from './text-block.ts';
import { emitProgress, emitStarted } from './tool-events.ts';

/** A call that was carried out, well or not. */
export interface Ran {
  readonly block: ToolResultBlockParam;
  /** `undefined` when it failed. */
  readonly result: ToolResult<unknown> | undefined;
  /** False in a dry run. */
  readonly began: boolean;
  readonly isError: boolean;
  readonly concurrencySafe: boolean;
  readonly durationMs: number;
}

/**
 * Runs what was decided on, that very input, alone when it isn't safe beside others. It ends at its
 * limit, obeying or not. A tool that fails gives a result that says so; only trouble of our own
 * (the state at the start can't be recorded) is thrown.
 */
export async function callTool(call: OpenCall, judged: Judged): Promise<Ran> {
  const { governance, context } = call;
  const { tool, input, facts } = judged;
  if (governance.dryRun && !facts.readOnly) return notRun(call);
  const concurrencySafe = isSafeBesideOthers(call, judged);
  if (!concurrencySafe) await call.slot.runAlone();
  throwIfCancelled(call);
  if (!facts.readOnly) await prepareForChange(call);
  throwIfCancelled(call);
  call.began = true;
  emitStarted(call, tool, input);
  const started = performance.now();
  const timed = await withDeadline((abort) => carryOut(call, judged, abort), {
    signal: context.abort.signal,
    limitMs: context.limits.timeoutMs,
    graceMs: governance.graceMs,
  });
  const durationMs = performance.now() - started;
  return { ...outcomeOf(call, timed), began: true, concurrencySafe, durationMs };
}

function notRun(call: OpenCall): Ran {
  const text = 'dry run: not run. The call is allowed, but only calls that change nothing are run.';
  return {
    block: textBlock(call.toolUse.id, text),
    result: undefined,
    began: false,
    isError: false,
    concurrencySafe: true,
    durationMs: 0,
  };
}

function isSafeBesideOthers(call: OpenCall, { tool, input }: Judged): boolean {
  try {
    return tool.isConcurrencySafe(input, call.context);
  } catch {
    return false;
  }
}

async function prepareForChange(call: OpenCall): Promise<void> {
  try {
    await orCancelled(call, call.governance.beforeChange());
  } catch (error) {
    if (error instanceof CallCancelled) throw error;
    // Without it nobody could tell what the run changed, so nothing may be changed.
    const reason = `The state of the work tree can't be recorded: ${messageOf(error)}`;
    call.endRun ??= { stopReason: 'error', reason };
    throw new CallCancelled(reason, { cause: error });
  }
}

interface Carried {
  readonly result: ToolResult<unknown>;
  readonly block: ToolResultBlockParam;
}

async function carryOut(call: OpenCall, judged: Judged, abort: AbortController): Promise<Carried> {
  const { tool, input, facts } = judged;
  const context = {
    ...call.context,
    subject: facts.subject,
    abort,
    canUseTool: nestedGate(call, abort),
  };
  const result = await tool.call(input, context, (progress) => {
    if (!abort.signal.aborted) emitProgress(call, tool, progress);
  });
  const block = tool.mapToolResultToToolResultBlockParam(result.data, call.toolUse.id);
  return { result: await withWordsAbout(call, judged, result), block };
}

/** What the repository says about the files of a call, for tools whose calls are about files. */
async function withWordsAbout(
  { governance }: OpenCall,
  { tool, facts }: Judged,
  result: ToolResult<unknown>,
): Promise<ToolResult<unknown>> {
  const { paths } = facts.subject;
  if (!governance.onFiles || tool.pathRules === undefined || paths.length === 0) return result;
  const words = await governance.onFiles(paths.map(({ path }) => path.real));
  if (words.length === 0) return result;
  return { ...result, newMessages: [...(result.newMessages ?? []), ...words] };
}

function outcomeOf(
  call: OpenCall,
  { ended, told }: Timed<Carried>,
): Pick<Ran, 'block' | 'result' | 'isError'> {
  const failed = (text: string) =>
    ({ block: errorBlock(call.toolUse.id, text), result: undefined, isError: true }) as const;
  const why = told && `${told.by === 'limit' ? 'Stopped' : 'Cancelled'}: ${told.reason}`;
  if (ended.kind === 'cut') {
    return failed(
      `${why} It did not stop when told to and was left behind; what it did is unknown.`,
    );
  }
  if (ended.kind === 'done') {
    const isError = ended.value.block.is_error === true;
    if (why) call.notes.push(`The call was told to end before it had ended. ${why}`);
    return { ...ended.value, isError };
  }
  const message = messageOf(ended.error);
  if (why) return failed(`${why}\n${message}`);
  if (ended.error instanceof ToolRefusal) return failed(message);
  call.governance.emit({
    type: 'notice',
    at: call.governance.now(),
    level: 'warning',
    text: `The tool ${call.tool?.name} crashed: ${message}`,
  });
  return failed(
    `The tool crashed: ${message}\nThis is a fault of the tool, not of your input. What it did before is unknown: look before you go on, and try another way.`,
  );
}
