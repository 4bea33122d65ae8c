import type { FakeBlock, FakeTurn } from '../fakes/anthropic-turn.ts';
import type { ApiFault } from './api-faults.ts';

type Make = ApiFault['make'];

/** 50 MB, in pieces: no answer has that much. */
const HUGE = 50_000_000;

/** Answers that are odd in what they say, not in how they come. */
export const odd = {
  unknownBlock: ((turn) => ({
    ...turn,
    content: [
      ...(turn.content ?? []),
      { type: 'other', block: { type: 'shimmer', hue: 7, text: 'x' } },
    ],
  })) satisfies Make,

  /** Two calls of one answer have the same id. */
  idTwice: ((turn) => {
    const first = turn.content?.find((block) => block.type === 'tool_use');
    const id = first?.type === 'tool_use' ? first.id : undefined;
    return withIds(turn, id);
  }) satisfies Make,

  oldId: ((turn, { agent }) => {
    const { oldId } = agent;
    const at = turn.content?.findLastIndex((block) => block.type === 'tool_use');
    const content = turn.content?.map((block, index) =>
      index === at ? withId(block, oldId) : block,
    );
    return { ...turn, ...(content && { content }) };
  }) satisfies Make,

  /** The input of the last call stops in the middle; the answer ends as if it were whole. */
  unfinishedInput: ((turn) => lastInput(turn, (json) => json.slice(0, -2))) satisfies Make,

  inputNoObject: ((turn, { dice }) =>
    lastInput(turn, () => dice.pick(['[]', 'null', '"x"', '7']))) satisfies Make,

  maxTokens: ((turn) => ({
    ...lastInput(turn, (json) => json.slice(0, -2)),
    stopReason: 'max_tokens',
  })) satisfies Make,

  windowFull: ((turn) => ({
    ...lastInput(turn, (json) => json.slice(0, -2)),
    stopReason: 'model_context_window_exceeded',
  })) satisfies Make,

  hugeWords: ((turn) => ({
    ...turn,
    content: [{ type: 'text', text: 'x'.repeat(HUGE) }, ...(turn.content ?? [])],
  })) satisfies Make,

  refusal: ((turn) => ({
    ...turn,
    content: [{ type: 'text', text: 'I would' }],
    stopReason: 'refusal',
    stopDetails: { type: 'refusal', category: 'cyber', explanation: 'No.' },
  })) satisfies Make,
};

function withIds(turn: FakeTurn, id: string | undefined): FakeTurn {
  const content = turn.content?.map((block) => withId(block, id));
  return { ...turn, ...(content && { content }) };
}

function withId(block: FakeBlock, id: string | undefined): FakeBlock {
  return block.type === 'tool_use' && id !== undefined ? { ...block, id } : block;
}

function lastInput(turn: FakeTurn, change: (json: string) => string): FakeTurn {
  const content = turn.content ?? [];
  const at = content.findLastIndex((block) => block.type === 'tool_use');
  return {
    ...turn,
    content: content.map((block, index) =>
      index === at && block.type === 'tool_use'
        ? { ...block, inputJson: change(JSON.stringify(block.input)) }
        : block,
    ),
  };
}
