import { onTestFinished } from 'vitest';
import { type FakeAnthropic, startFakeAnthropic } from '../fakes/anthropic-api.ts';
import type { FakeBlock, FakeTurn } from '../fakes/anthropic-turn.ts';
import { createRepository } from '../fakes/repository.ts';
import { type RunnerResult, runAction } from '../fakes/runner.ts';

const KEY = 'sk-ant-FAKE-0123456789abcdefFAKE0123456789abcdef-FAKE';

/** An API that takes references or not, and whether the run believes that it does. */
export interface Way {
  readonly toolReferences: boolean;
  readonly believed: boolean;
}

export const WAYS: readonly (readonly [name: string, way: Way])[] = [
  ['an API that takes references', { toolReferences: true, believed: true }],
  ['a gateway', { toolReferences: false, believed: false }],
  ['an API that turns out to refuse references', { toolReferences: false, believed: true }],
];

export interface SearchJob {
  readonly turns: readonly FakeTurn[];
  /** Servers by name, as `.mcp.json` has them. */
  readonly servers: Readonly<Record<string, object>>;
  /** Lines of the policy. */
  readonly policy?: string;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly way?: Way;
}

/** A run with tools of servers, from the checkout to the API. */
export async function searchJob({
  turns,
  servers,
  policy = '',
  inputs = {},
  way = { toolReferences: true, believed: true },
}: SearchJob): Promise<{ result: RunnerResult; api: FakeAnthropic }> {
  const { root } = createRepository({
    '.mcp.json': JSON.stringify({ mcpServers: servers }),
    'p.yml': `version: 1\nextends: pr-fix\n${policy}\n`,
  });
  const { toolReferences, believed } = way;
  // A request that is refused for its references takes none of them; a summary changes what was sent before.
  const left = [...turns];
  const next = () => left.shift() ?? DONE;
  const api = await startFakeAnthropic({
    turns: next,
    keys: [KEY],
    toolReferences,
    checksPrefix: false,
  });
  onTestFinished(() => api.close());
  const result = await runAction({
    workspace: root,
    inputs: {
      prompt: 'Look.',
      policy: './p.yml',
      anthropic_api_key: KEY,
      anthropic_base_url: api.url,
      ...inputs,
    },
    variables: believed ? { ENABLE_TOOL_SEARCH: 'true' } : {},
  });
  return { result, api };
}

let calls = 0;
/** A call; its id is no other's, in a run that goes on from another either. */
export function use(name: string, input: object = {}): FakeBlock {
  calls += 1;
  return { type: 'tool_use', id: `toolu_${calls}`, name, input };
}
export const turn = (...content: readonly FakeBlock[]): FakeTurn => ({ content });
export const DONE: FakeTurn = { content: [{ type: 'text', text: 'Done.' }] };

/** Requests that were answered; one that was refused for its references is asked again. */
export function answered({ requests }: FakeAnthropic) {
  return requests.filter(({ status }) => status === 200);
}

/** Names of the definitions that the model sees before any search, or those that wait. */
export function toolsOf(request: FakeAnthropic['requests'][number] | undefined, waiting = false) {
  const tools = request?.body.tools ?? [];
  return tools
    .filter((tool) => (tool['defer_loading'] === true) === waiting)
    .map(({ name }) => name);
}

/** What the calls of the answer before got, as one text. */
export function told(request: FakeAnthropic['requests'][number] | undefined): string {
  return JSON.stringify(request?.body.messages.at(-1)?.content ?? '');
}
