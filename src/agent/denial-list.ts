import type { Denial } from '../events/outcome.ts';

/** Inputs of denied calls are kept as they are up to here, characters of them all as JSON. */
const MOST_CHARS = 1_000_000;
/** Beyond that, only those no longer than this. */
const SHORT = 500;

const sizes = new WeakMap<readonly Denial[], number>();

/**
 * Adds a denial to those of a run. All are kept, for they are counted and listed; the long inputs of
 * the later ones are not: their `permission_decision` in the transcript has them.
 */
export function addDenial(denials: Denial[], denial: Denial): void {
  const size = JSON.stringify(denial.toolInput)?.length ?? 0;
  const all = sizes.get(denials) ?? 0;
  const fits = all + size <= MOST_CHARS || size <= SHORT;
  if (fits) sizes.set(denials, all + size);
  const note = `${size} characters; the permission_decision of this call has them`;
  denials.push(fits ? denial : { ...denial, toolInput: { left_out: note } });
}
