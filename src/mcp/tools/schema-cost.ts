import type { JSONSchemaObject } from '../../tools/structured-output/model-schema.ts';

/** Steps that a check against the schema may take for one value. */
const MAX_STEPS = 5_000;

/**
 * Whether checking against the schema takes a bounded time: references do not lead back to themselves, and do not
 * double on their way (“billion laughs”).
 */
export function isCheap(root: JSONSchemaObject): boolean {
  const known = new Map<object, number>();
  const open = new Set<object>();
  const stepsOf = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 1;
    const before = known.get(value);
    if (before !== undefined) return before;
    if (open.has(value)) return Number.POSITIVE_INFINITY;
    open.add(value);
    let steps = 1;
    for (const [key, inner] of Object.entries(value)) {
      steps += key === '$ref' ? stepsOf(targetOf(inner, root)) : stepsOf(inner);
    }
    open.delete(value);
    known.set(value, steps);
    return steps;
  };
  return stepsOf(root) <= MAX_STEPS;
}

function targetOf(reference: unknown, root: JSONSchemaObject): unknown {
  const path = decodeURI(String(reference).slice(1)).split('/').slice(1);
  let found: unknown = root;
  for (const step of path) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = Reflect.get(found, key);
  }
  return found;
}
