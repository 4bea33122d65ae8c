import type { MessageParam } from '@anthropic-ai/sdk/resources/messages';
import type { RunEvent } from '../events/run-event.ts';
import { type Rendered, renderedText } from '../tool/rendering.ts';
import { type Cut, cutRendered, sizeOf, wholeOf } from './render/cut-rendered.ts';

/** A call that was run, as the summary shows it. */
export interface CallRecord {
  readonly toolUseId: string;
  readonly summary: string;
  readonly isError: boolean;
  /** Nobody knows what came of it. */
  readonly isCutOff: boolean;
  readonly durationMs: number;
  readonly shown: readonly Cut[];
}

/** The calls of a run in their order, within bounds of memory: how many, and characters of each and of all. */
export interface CallRecords {
  readonly records: readonly CallRecord[];
  /** How many more there were. */
  readonly left: number;
  emit(event: RunEvent): void;
}

const BOUNDS = { records: 2_000, each: 16_000, all: 2_000_000 } as const;

export function createCallRecords(bounds: Readonly<Record<keyof typeof BOUNDS, number>> = BOUNDS) {
  const used = new Map<string, Rendered>();
  let records: CallRecord[] = [];
  let left = 0;
  let size = 0;
  let each = bounds.each;
  const add = (record: CallRecord) => {
    records.push(record);
    size += sizeOf(record.shown);
    // The longest are cut first, more and more of them as the run goes on.
    while (size > bounds.all && each > 1) {
      each = Math.floor(each / 2);
      records = records.map((kept) => ({ ...kept, shown: cutRendered(kept.shown, each) }));
      size = records.reduce((sum, kept) => sum + sizeOf(kept.shown), 0);
    }
  };
  return {
    get records() {
      return records;
    },
    get left() {
      return left;
    },
    emit(event) {
      if (event.type === 'tool_started') used.set(event.toolUseId, event.rendered);
      if (event.type === 'tool_results') inCallOrder(records, event.message);
      if (event.type !== 'tool_finished') return;
      const rendered = callBlocks(used.get(event.toolUseId) ?? [], event.rendered);
      used.delete(event.toolUseId);
      if (records.length >= bounds.records) {
        left++;
        return;
      }
      const { toolUseId, summary, toolName, isError, isCutOff = false, durationMs } = event;
      const shown = cutRendered(wholeOf(rendered), each).map(detached);
      add({ toolUseId, summary: summary || toolName, isError, isCutOff, durationMs, shown });
    },
  } satisfies CallRecords;
}

/** Calls that ran side by side ended in any order: their results stand in that of the calls. */
function inCallOrder(records: CallRecord[], { content }: MessageParam): void {
  const results = typeof content === 'string' ? [] : content;
  const order = new Map(
    results.flatMap((block, at) => (block.type === 'tool_result' ? [[block.tool_use_id, at]] : [])),
  );
  const before = records.findLastIndex(({ toolUseId }) => !order.has(toolUseId));
  const placeOf = ({ toolUseId }: CallRecord) => order.get(toolUseId) ?? 0;
  const ordered = records.splice(before + 1).sort((a, b) => placeOf(a) - placeOf(b));
  records.push(...ordered);
}

/** What a call asked for and what came of it; a change that was made, or the same once more, says both. */
export function callBlocks(use: Rendered, result: Rendered): Rendered {
  const saysBoth = result.some(({ type }) => type === 'diff');
  return saysBoth || renderedText(use) === renderedText(result) ? result : [...use, ...result];
}

/** A part of a text keeps the whole of it in memory: this one doesn't. */
function detached(cut: Cut): Cut {
  if (cut.left === 0) return cut;
  const { block } = cut;
  if (block.type === 'list') return cut;
  return { ...cut, block: { ...block, text: copyOf(block.text) }, tail: copyOf(cut.tail) };
}

function copyOf(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
