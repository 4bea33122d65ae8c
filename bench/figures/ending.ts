import { join } from 'node:path';
import { figure, type Scenario } from './figure.ts';
import { bash, done } from './turn-parts.ts';

/** Obeys no signal that can be ignored, and has a child that knows of none. */
const STUBBORN = join(import.meta.dirname, '../../test/mcp/fakes/hostile.mjs');

/** A run at whose end a child and a server still run. */
export const ending: Scenario = {
  name: 'ending',
  turns: () => [{ content: [bash('sleep 20 >/dev/null 2>&1 & echo left')] }, done],
  inputs: {
    INPUT_MCP_CONFIG: JSON.stringify({
      mcpServers: {
        stays: { command: process.execPath, args: [STUBBORN, 'children', '/dev/null'] },
      },
    }),
  },
  figures: [
    figure(
      'with a child and a server left behind: last write to exit',
      'ms',
      0,
      (run) => run.exitedAt - run.lastWriteAt,
      () => 1000,
      '≤ 1,000',
    ),
  ],
};
