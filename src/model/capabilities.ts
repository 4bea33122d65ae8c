import type { ThinkingConfigParam } from '@anthropic-ai/sdk/resources/messages';
import { EFFORTS, type Effort, maxOutputTokens, modelFamily } from './model-id.ts';

type ThinkingType = ThinkingConfigParam['type'];

/** What a model can do: the table below until the API's model list has told. */
export interface ModelCapabilities {
  /** `api`: as the API's model list says. `table`: as known when this version was made. */
  readonly source: 'api' | 'table';
  /** The context window, tokens: prompt and answer together. */
  readonly maxInputTokens: number;
  /** The most that `max_tokens` may ask for. */
  readonly maxOutputTokens: number;
  /** Values of `thinking.type` that it takes; empty: nothing is known, so none is sent. */
  readonly thinkingTypes: readonly ThinkingType[];
  /** Thinks adaptively where a request says nothing of it: asking for it would be so many bytes more. */
  readonly thinksUnasked: boolean;
  /** Efforts that it takes; all of them where nothing is known. */
  readonly efforts: readonly Effort[];
  /** The API can clear old tool results by itself (`clear_tool_uses_20250919`). */
  readonly contextEditing: boolean;
  /** Takes `tool_reference` blocks in results and `defer_loading` on tools. */
  readonly toolReferences: boolean;
}

const WIDE = 1_000_000;
/** Every model still served takes so much. */
const NARROW = 200_000;

const FOUR_5 = /^claude-(opus|sonnet|haiku)-4-5$/u;
const FOUR_6 = /^claude-(opus|sonnet)-4-6$/u;
const LATER_4 = /^claude-opus-4-[78]$/u;
const FIVE = /^claude-(opus|sonnet|haiku|fable|mythos)-5(-\d+)?$/u;

/** Thinking that can be switched off or given a budget ended with the 4.x line and Opus 5. */
const THINKING: readonly (readonly [family: RegExp, types: readonly ThinkingType[]])[] = [
  [FOUR_5, ['enabled', 'disabled']],
  [FOUR_6, ['adaptive', 'enabled', 'disabled']],
  [LATER_4, ['adaptive', 'disabled']],
  [/^claude-sonnet-5-5$/u, ['adaptive', 'between_tools']],
  [/^claude-(sonnet-5|opus-5|haiku-5-5)$/u, ['adaptive', 'disabled']],
  [FIVE, ['adaptive']],
];

const EFFORT: readonly (readonly [family: RegExp, efforts: readonly Effort[]])[] = [
  [/^claude-(sonnet|haiku)-4-5$/u, []],
  [/^claude-opus-4-5$/u, ['low', 'medium', 'high']],
  [FOUR_6, ['low', 'medium', 'high', 'max']],
];

/**
 * What is known of a model beforehand. Sources: model overview, effort, adaptive thinking and tool
 * search pages of platform.claude.com/docs, 2026-11. Unknown models get what all models share.
 */
export function knownCapabilities(id: string): ModelCapabilities {
  const family = modelFamily(id);
  const wide = FOUR_6.test(family) || LATER_4.test(family) || FIVE.test(family);
  const known = wide || FOUR_5.test(family);
  return {
    source: 'table',
    maxInputTokens: wide ? WIDE : NARROW,
    maxOutputTokens: maxOutputTokens(id),
    thinkingTypes: rowOf(THINKING, family) ?? [],
    thinksUnasked: FIVE.test(family),
    efforts: rowOf(EFFORT, family) ?? EFFORTS,
    contextEditing: known,
    toolReferences: known,
  };
}

function rowOf<Value>(table: readonly (readonly [RegExp, Value])[], family: string) {
  return table.find(([pattern]) => pattern.test(family))?.[1];
}
