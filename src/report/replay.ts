import type { RunEvent } from '../events/run-event.ts';
import type { Rendered } from '../tool/rendering.ts';
import { type FormOf, resultText, type ToldCall } from './html/tool-forms.ts';
import { eventsOf } from './transcript-events.ts';

/** A run told again from its transcript, message by message. */
export interface Replay {
  /** The events of the next message. */
  take(message: Readonly<Record<string, unknown>>): readonly RunEvent[];
  /** The ends of the calls that have none: the run was cut off while they ran, or before their results were written. */
  cutOff(at: number): readonly RunEvent[];
}

type Started = Extract<RunEvent, { type: 'tool_started' }> & {
  /** What runs. */
  readonly input: unknown;
};
type Finished = Extract<RunEvent, { type: 'tool_finished' }>;

/**
 * Gives the starts and ends of calls too, which a transcript does not have: a call begins when it is
 * allowed (in a dry run only when it just reads) and ends, as far as is known, with its results.
 * @param formOf how calls look; absent: their ends show nothing but a summary.
 */
export function createReplay(formOf?: FormOf): Replay {
  const running = new Map<string, Started>();
  let dryRun = false;
  const eventsWith = (event: RunEvent): RunEvent[] => {
    if (event.type === 'run_started') dryRun = event.info.dryRun;
    if (event.type === 'tool_results') return [...endsOf(event, running, formOf), event];
    if (event.type !== 'permission_decision') return [event];
    const { call, decision } = event;
    const changes = decision.effects.some((effect) => effect !== 'read');
    if (decision.behavior !== 'allow' || (dryRun && changes)) return [event];
    const { toolUseId, toolName, summary } = call;
    const head = { toolUseId, toolName, summary, rendered: [] };
    const start = { type: 'tool_started', at: event.at, ...head } as const;
    running.set(toolUseId, { ...start, input: call.updatedInput ?? call.toolInput });
    return [event, start];
  };
  return {
    take: (message) => eventsOf(message).flatMap(eventsWith),
    cutOff: (at) =>
      [...running.values()].map((start) => ({
        ...endOf(start, at, false),
        summary: `${start.summary} (no result)`,
        isCutOff: true as const,
        rendered: blocksOf(start, { output: undefined, told: undefined, isError: false }, formOf),
      })),
  };
}

function endsOf(
  { at, message, outputs }: Extract<RunEvent, { type: 'tool_results' }>,
  running: Map<string, Started>,
  formOf: FormOf | undefined,
): Finished[] {
  if (typeof message.content === 'string') return [];
  return message.content.flatMap((block) => {
    if (block.type !== 'tool_result') return [];
    const start = running.get(block.tool_use_id);
    running.delete(block.tool_use_id);
    if (!start) return [];
    const isError = block.is_error === true;
    const output = outputs[block.tool_use_id];
    const told = { output, told: resultText({ ...block }), isError };
    return [{ ...endOf(start, at, isError), rendered: blocksOf(start, told, formOf) }];
  });
}

function endOf({ input: _asked, ...start }: Started, at: number, isError: boolean): Finished {
  const durationMs = Math.max(0, at - start.at);
  const rest = { isError, durationMs, sizeChars: 0, persistedPath: undefined };
  return { ...start, type: 'tool_finished', at, ...rest };
}

function blocksOf(
  { toolName: name, input }: Started,
  told: Pick<ToldCall, 'output' | 'told' | 'isError'>,
  formOf: FormOf | undefined,
): Rendered {
  return formOf?.({ name, input, ...told, refusedBecause: undefined }).blocks ?? [];
}
