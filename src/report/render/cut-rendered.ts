import { countOf, cutText } from '../../base/text.ts';
import type { Block, Rendered } from '../../tool/rendering.ts';
import { formatCount } from '../format.ts';

/** A block of which the middle may be left out: its beginning, how much is not shown, its end. */
export interface Cut {
  readonly block: Block;
  /** Characters, of a list: items. 0: nothing is left out. */
  readonly left: number;
  readonly tail: string;
}

/** Words of the report itself between what it shows. No rendering of a tool can make one. */
export interface Note {
  readonly type: 'note';
  readonly text: string;
}

export function wholeOf(rendered: Rendered): readonly Cut[] {
  return rendered.map((block) => ({ block, left: 0, tail: '' }));
}

/** Characters that are shown. */
export function sizeOf(cuts: readonly Cut[]): number {
  return cuts.reduce((sum, cut) => sum + lengthOf(cut), 0);
}

/** At most `max` characters of them: the longest block is cut first, and of each the middle goes. */
export function cutRendered(cuts: readonly Cut[], max: number): readonly Cut[] {
  const limit = fairLimit(cuts.map(lengthOf), max);
  return cuts.map((cut) => (lengthOf(cut) <= limit ? cut : shorter(cut, limit)));
}

/** The length to which the longest have to be cut so that all together have at most `max`. */
export function fairLimit(lengths: readonly number[], max: number): number {
  let left = max;
  const sorted = lengths.toSorted((a, b) => a - b);
  for (const [index, length] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - index));
    if (length > share) return Math.max(0, share);
    left -= length;
  }
  return Number.POSITIVE_INFINITY;
}

/** What a report draws: the blocks, and a note wherever something is left out. */
export function shownOf(cuts: readonly Cut[]): readonly (Block | Note)[] {
  return cuts.flatMap<Block | Note>(({ block, left, tail }) => {
    if (left === 0) return [block];
    if (block.type === 'list') {
      return [block, { type: 'note', text: `… ${countOf(left, 'more item')}` }];
    }
    const text = `… ${formatCount(left)} ${left === 1 ? 'character' : 'characters'} left out …`;
    const head = block.text === '' ? [] : [block];
    return [...head, { type: 'note', text }, ...(tail === '' ? [] : [{ ...block, text: tail }])];
  });
}

function lengthOf({ block, tail }: Cut): number {
  if (block.type !== 'list') return block.text.length + tail.length;
  return block.items.reduce((sum, item) => sum + item.length + 1, 0);
}

function shorter({ block, left, tail }: Cut, limit: number): Cut {
  if (block.type === 'list') {
    let length = 0;
    const items = block.items.filter((item) => {
      length += item.length + 1;
      return length <= limit;
    });
    return { block: { ...block, items }, left: left + block.items.length - items.length, tail };
  }
  const half = Math.floor(limit / 2);
  const whole = left === 0 ? block.text : tail;
  const head = headOf(block.text, half);
  const end = tailOf(left === 0 ? whole.slice(head.length) : whole, half);
  const kept = head.length + end.length;
  return {
    block: { ...block, text: head },
    left: left + block.text.length + tail.length - kept,
    tail: end,
  };
}

/** Up to a line break, unless that would lose much. */
function headOf(text: string, max: number): string {
  const head = cutText(text, max);
  if (head.length === text.length) return head;
  const end = head.lastIndexOf('\n');
  return end > max / 2 ? head.slice(0, end) : head;
}

function tailOf(text: string, max: number): string {
  if (text.length <= max) return text;
  const tail = text.slice(text.length - max);
  const start = tail.indexOf('\n') + 1;
  if (start > 0 && start < max / 2) return tail.slice(start);
  // Not in the middle of a character.
  return /^[\udc00-\udfff]/.test(tail) ? tail.slice(1) : tail;
}
