import type { Rendered } from '../tool/rendering.ts';
import type { AnyTool } from '../tool/tool.ts';
import type { OpenCall } from './open-call.ts';
import { nameOf, summaryOf } from './record-decision.ts';

/** How a call ended, for the reports. */
export interface Finished {
  readonly output: unknown;
  /** The message of a failure; `undefined`: it went well. */
  readonly error: string | undefined;
  readonly durationMs: number;
  readonly sizeChars: number;
  readonly tokens: number;
  readonly persistedPath: string | undefined;
}

export function emitStarted(call: OpenCall, tool: AnyTool, input: unknown): void {
  call.governance.emit({
    type: 'tool_started',
    ...head(call),
    summary: summaryOf(call),
    rendered: rendered(() => tool.rendering.use(input)),
  });
}

export function emitProgress(call: OpenCall, tool: AnyTool, progress: unknown): void {
  call.governance.emit({
    type: 'tool_progress',
    ...head(call),
    rendered: rendered(() => tool.rendering.progress(progress)),
  });
}

export function emitFinished(call: OpenCall, tool: AnyTool, input: unknown, end: Finished): void {
  const { error, output } = end;
  const { rendering } = tool;
  call.governance.emit({
    type: 'tool_finished',
    ...head(call),
    summary: summaryOf(call, output),
    rendered: rendered(() =>
      error === undefined ? rendering.result(output, input) : rendering.error(error, input),
    ),
    isError: error !== undefined,
    durationMs: end.durationMs,
    sizeChars: end.sizeChars,
    tokens: end.tokens,
    persistedPath: end.persistedPath,
  });
}

function head(call: OpenCall) {
  const { governance, toolUse } = call;
  return { at: governance.now(), toolUseId: toolUse.id, toolName: nameOf(call) };
}

/** A rendering that fails must not take the call down with it. */
function rendered(render: () => Rendered): Rendered {
  try {
    return render();
  } catch {
    return [];
  }
}
