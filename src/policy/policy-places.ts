import { type WrittenHooks, writtenGroups } from './hooks/written-hooks.ts';
import type { Place, PolicySource } from './policy-source.ts';

/** The places that a policy remembers. `checked`: the file's data, `placeOf` where a path in it begins. */
export function placesOf(
  checked: unknown,
  placeOf: (path: readonly (string | number)[]) => Place,
): PolicySource['places'] {
  const data = checked as {
    extends?: unknown;
    ask?: unknown[];
    permissions?: Record<string, unknown[] | undefined>;
    hooks?: WrittenHooks;
    mcp?: Readonly<Record<string, unknown>>;
  };
  const places = (items: readonly unknown[] | undefined, path: readonly (string | number)[]) =>
    (items ?? []).map((_, index) => placeOf([...path, index]));
  const rules = (list: string) => places(data.permissions?.[list], ['permissions', list]);
  return {
    ...(data.extends !== undefined && { extends: placeOf(['extends']) }),
    deny: rules('deny'),
    ask: rules('ask'),
    allow: rules('allow'),
    answers: places(data.ask, ['ask']),
    ...(data.hooks && {
      hooks: Object.fromEntries(
        writtenGroups(data.hooks).map(([event, groups]) => [
          event,
          groups.map(({ hooks }, index) => places(hooks, ['hooks', event, index, 'hooks'])),
        ]),
      ),
    }),
    ...(data.mcp && {
      mcp: Object.fromEntries(Object.keys(data.mcp).map((name) => [name, placeOf(['mcp', name])])),
    }),
  };
}
