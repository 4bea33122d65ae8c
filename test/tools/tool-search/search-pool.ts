import * as z from 'zod';
import { buildTool } from '../../../src/tool/build-tool.ts';
import { lazySchema } from '../../../src/tool/lazy-schema.ts';
import type { AnyTool } from '../../../src/tool/tool.ts';
import { getAllBaseTools } from '../../../src/tools/all.ts';
import { assembleToolPool, type PoolOptions } from '../../../src/tools/pool.ts';

/** A tool as a server's would be. */
export function serverTool(name: string, changes: Partial<AnyTool> = {}): AnyTool {
  const [, server = '', tool = ''] = name.split('__');
  return buildTool<unknown, unknown, unknown>({
    name,
    isMcp: true,
    mcpInfo: { server, tool },
    description: () => `Does ${tool}.`,
    prompt: () => `Does ${tool}.`,
    inputSchema: lazySchema(() => z.unknown()),
    inputJSONSchema: { type: 'object', properties: { id: { type: 'string' } } },
    call: async () => ({ data: name }),
    ...changes,
  });
}

/** The pool of a run with these tools of servers beside the built-ins. */
export function poolWith(mcpTools: readonly AnyTool[], changes: Partial<PoolOptions> = {}) {
  return assembleToolPool({
    tools: getAllBaseTools(),
    mcpTools,
    mode: 'standard',
    only: undefined,
    without: [],
    with: [],
    isDenied: () => false,
    hasOutputSchema: false,
    defers: true,
    ...changes,
  });
}

export const manualFor = (pool: readonly AnyTool[]) => ({
  toolNames: new Set(pool.map(({ name }) => name)),
  timeoutMs: 120_000,
});

/** Sixty tools of three servers, as long as tools of servers are; or of so many bytes each. */
export function sixtyTools(bytes?: number): AnyTool[] {
  const things = ['issue', 'pull_request', 'branch', 'release', 'comment'];
  const verbs = ['create', 'list', 'get', 'update'];
  return ['hub', 'tracker', 'wiki'].flatMap((server) =>
    verbs.flatMap((verb) =>
      things.map((thing) => {
        const words = `${verb} a ${thing.replace('_', ' ')} in ${server}`;
        const name = `mcp__${server}__${verb}_${thing}`;
        if (bytes !== undefined) return toolOfLength(name, bytes);
        return serverTool(name, {
          description: () => `Can ${words}.`,
          prompt: () =>
            `Can ${words}. The one who asks needs the right to do so. Long answers come in pages: ask for the next one with the cursor that came with the last. Fails with a sentence that says what is missing.`,
          inputJSONSchema: schemaOf(thing),
        });
      }),
    ),
  );
}

function toolOfLength(name: string, bytes: number): AnyTool {
  const { inputJSONSchema: input_schema } = serverTool(name);
  const rest = JSON.stringify({ name, description: '', input_schema }).length;
  return serverTool(name, { prompt: () => 'x'.repeat(bytes - rest) });
}

function schemaOf(thing: string) {
  const text = (description: string) => ({ type: 'string', description });
  return {
    type: 'object',
    properties: {
      owner: text('The account that the repository belongs to, a person or an organisation.'),
      repository: text('The name of the repository, without its owner.'),
      title: text(`The title of the ${thing}, in one line.`),
      body: text(`The text of the ${thing}, as Markdown.`),
      labels: { type: 'array', items: { type: 'string' }, description: 'Names of labels.' },
      state: { type: 'string', enum: ['open', 'closed', 'all'], description: 'Which ones.' },
      cursor: text('Where to go on, from the answer before.'),
    },
    required: ['owner', 'repository'],
    additionalProperties: false,
  };
}
