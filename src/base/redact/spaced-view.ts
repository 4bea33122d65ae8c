import { type MappedText, MappedTextBuilder } from './mapped-text.ts';

const SEPARATORS = ' \n\t-.,_|/';
/** Letters that follow on each other with the same sign between. */
const LEAST = 8;
const STEP = LEAST;

/** The text of `l e t t e r s` with one and the same sign between; `undefined`: there is none. */
export function spacedView(text: string): MappedText | undefined {
  const view = new MappedTextBuilder();
  let done = 0;
  for (let probe = STEP; probe < text.length; probe += STEP) {
    const first = separatorAt(text, probe) ?? separatorAt(text, probe + 1);
    if (first === undefined) continue;
    const start = lastInStep(text, first, -2, done);
    const end = lastInStep(text, first, 2, text.length);
    // One letter stands before the first sign and one behind the last.
    if ((end - start) / 2 + 2 >= LEAST) {
      const from = start > done ? start - 1 : start + 1;
      view.gap(from);
      for (let at = from; at <= end + 1 && at < text.length; at += 2) {
        view.addUnit(text.charCodeAt(at), at, at + 1);
      }
    }
    done = end + 1;
    probe = Math.max(probe, end);
  }
  return view.length === 0 ? undefined : view.build();
}

/** The last place of the same sign, two by two. */
function lastInStep(text: string, first: number, step: 2 | -2, limit: number): number {
  const unit = text.charCodeAt(first);
  let at = first;
  while ((step > 0 || at + step >= limit) && text.charCodeAt(at + step) === unit) at += step;
  return at;
}

/** The place, when the same sign stands there and two further, with a letter between. */
function separatorAt(text: string, at: number): number | undefined {
  const unit = text.charCodeAt(at);
  const goesOn = unit === text.charCodeAt(at + 2) && unit === text.charCodeAt(at + 4);
  return goesOn && SEPARATORS.includes(text.charAt(at)) ? at : undefined;
}
