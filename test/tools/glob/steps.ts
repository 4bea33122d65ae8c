import type { NameGlob } from '../../../src/base/name-glob.ts';
import type { PathPattern } from '../../../src/base/pattern.ts';

/** The same pattern, that counts how often the matcher looks at a piece of it. */
export function counted(pattern: PathPattern): { pattern: PathPattern; steps: () => number } {
  let steps = 0;
  const watch = <Item>(items: readonly Item[]): readonly Item[] =>
    new Proxy(items, {
      get(target, key) {
        if (typeof key === 'string' && /^\d+$/.test(key)) steps += 1;
        return Reflect.get(target, key);
      },
    });
  const parts = pattern.parts.map((part) => {
    if (part === '**' || !('glob' in part)) return part;
    const glob: NameGlob = { ...part.glob, tokens: watch(part.glob.tokens) };
    return { glob };
  });
  return { pattern: { ...pattern, parts: watch(parts) }, steps: () => steps };
}
