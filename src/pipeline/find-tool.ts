import { nearest } from '../base/nearest.ts';
import { listOf, oneLine } from '../base/text.ts';
import type { AnyTool } from '../tool/tool.ts';
import { refuse, throwIfCancelled } from './call-ended.ts';
import type { OpenCall } from './open-call.ts';

/**
 * The tool of the pool that a call names, also by a former name. What isn't in the pool can't be
 * called, whatever a policy says.
 */
export function findTool(call: OpenCall): AnyTool {
  throwIfCancelled(call);
  const { pool } = call.context;
  const tool = lookUp(pool, call.toolUse.name);
  if (!tool) throw refuse(call, 'pool', absent(call, pool));
  call.tool = tool;
  return tool;
}

export function lookUp(pool: readonly AnyTool[], name: string): AnyTool | undefined {
  return (
    pool.find((tool) => tool.name === name) ?? pool.find((tool) => tool.aliases.includes(name))
  );
}

function absent(call: OpenCall, pool: readonly AnyTool[]): string {
  const name = oneLine(call.toolUse.name, 80);
  const names = pool.map((tool) => tool.name);
  const why = call.governance.whyAbsent?.(call.toolUse.name);
  const meant = nearest(name, names);
  const hint = meant ? ` Did you mean ${meant}?` : '';
  return `There is no tool “${name}” in this run.${why ? ` ${why}` : hint} The tools are ${listOf(names, 40) || 'none'}.`;
}
