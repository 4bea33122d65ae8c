import type { AnyTool } from '../tool/tool.ts';

/** The tool of a pool with this name, or that once had it. */
export function lookUp(pool: readonly AnyTool[], name: string): AnyTool | undefined {
  return (
    pool.find((tool) => tool.name === name) ?? pool.find((tool) => tool.aliases.includes(name))
  );
}
