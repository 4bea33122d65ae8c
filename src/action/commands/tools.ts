import { toolPoolOf } from '../tool-pool.ts';
import { readFlags } from './arguments.ts';
import type { CommandEnvironment } from './command.ts';
import { POLICY_FLAGS, policyScene } from './policy-scene.ts';

/** `unattended tools`: the pool of a policy, and the filter that took each other tool out. */
export async function runTools(argv: readonly string[], io: CommandEnvironment): Promise<number> {
  const flags = readFlags(argv, { ...POLICY_FLAGS, 'json-schema': { type: 'boolean' } });
  const { policy } = await policyScene(flags, io.variables);
  const { pool, leftOut } = toolPoolOf(
    policy,
    flags['json-schema'] ? { type: 'object' } : undefined,
  );
  if (flags.json) {
    const offered = pool.map((tool) => ({ name: tool.name, description: tool.description() }));
    io.out(
      `${JSON.stringify({ policy: policy.name, mode: policy.tools.mode, tools: offered, left_out: leftOut }, null, 2)}\n`,
    );
    return 0;
  }
  const width = Math.max(0, ...[...pool, ...leftOut].map(({ name }) => name.length)) + 2;
  const row = (name: string, text: string) => `  ${name.padEnd(width)}${text}\n`;
  io.out(`Policy ${policy.name}, mode ${policy.tools.mode}. It offers:\n`);
  for (const tool of pool) io.out(row(tool.name, tool.description()));
  if (leftOut.length > 0) io.out('Left out:\n');
  for (const { name, filter, reason } of leftOut) io.out(row(name, `${filter}: ${reason}`));
  return 0;
}
