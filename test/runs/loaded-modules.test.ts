import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startFakeAnthropic } from '../fakes/anthropic-api.ts';
import { createRepository } from '../fakes/repository.ts';
import { type Loaded, tracedBundle } from '../fakes/traced-bundle.ts';
import { mcpJson, server } from './mcp-job.ts';
import { DONE, turn, use } from './search-job.ts';

let traced: Awaited<ReturnType<typeof tracedBundle>>;
let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'traced-bundle-'));
  traced = await tracedBundle(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(
  files: Readonly<Record<string, string>>,
  inputs: Readonly<Record<string, string>> = {},
): Promise<Loaded> {
  const { root } = createRepository({ 'a.txt': 'one\n', ...files });
  const turns = [turn(use('Glob', { pattern: '*' })), DONE];
  const api = await startFakeAnthropic({ turns });
  onTestFinished(() => api.close());
  const loaded = await traced({
    workspace: root,
    inputs: { prompt: 'x', anthropic_api_key: 'k', anthropic_base_url: api.url, ...inputs },
  });
  expect(loaded.result.outputs).toMatchObject({ stop_reason: 'completed' });
  expect(loaded.before).toContain('src/run.ts');
  return loaded;
}

/** What belongs to something that most runs have none of, or that comes after the first request. */
const LATER = {
  mcp: /^src\/mcp\/|\/@modelcontextprotocol\//u,
  knowledge: /^src\/(?:action\/)?knowledge\//u,
  resume: /^src\/action\/resume\//u,
  clouds:
    /^src\/model\/cloud\/|\/@aws-sdk\/|\/@smithy\/|\/google-auth|(?:bedrock|vertex|foundry)-sdk\//u,
  zod: /node_modules\/zod\//u,
  yaml: /node_modules\/yaml\//u,
  diff: /node_modules\/diff\//u,
  execa: /node_modules\/execa\//u,
  'the post step':
    /^src\/(?:post\.ts|action\/(?:finish-killed|killed-run|findings-of-killed|work-of-killed))/u,
  'the grammar of command lines': /^src\/shell\//u,
} as const;

/** Small: these ask whether there is anything of it, or hold the place where it would be. */
const SEAMS: ReadonlySet<string> = new Set([
  'src/action/knowledge/find-knowledge.ts',
  'src/action/knowledge/session-knowledge.ts',
  'src/action/knowledge/skill-desk.ts',
  'src/action/resume/resumed-trust.ts',
  'src/knowledge/knowledge-state.ts',
  'src/knowledge/knowledge.ts',
  'src/knowledge/skills/skill.ts',
  'src/knowledge/skills/turn-grants.ts',
  'src/knowledge/source.ts',
  'src/model/cloud/cloud.ts',
  // Reads variables, those of the first-party API's identities too.
  'src/model/cloud/required.ts',
]);

type Part = keyof typeof LATER;
const parts = Object.keys(LATER) as Part[];

/** The modules of a part but its seams, by part. */
function partsOf(modules: readonly string[], named: readonly Part[] = parts) {
  const of = (part: Part) => modules.filter((path) => LATER[part].test(path) && !SEAMS.has(path));
  return Object.fromEntries(named.map((part) => [part, of(part)]));
}

const nothing = (named: readonly Part[] = parts) =>
  Object.fromEntries(named.map((part) => [part, []]));

test('before the first request nothing is loaded that a run may do without', async () => {
  const { before, all } = await run({});
  expect(partsOf(before)).toEqual(nothing());
  // What nothing in the run asks for is not loaded later either.
  const unused: Part[] = ['mcp', 'knowledge', 'resume', 'clouds', 'yaml', 'diff', 'the post step'];
  expect(partsOf(all, unused)).toEqual(nothing(unused));
  // What the calls need is: it comes while the model thinks.
  expect(partsOf(all)).not.toMatchObject({ zod: [] });
});

test('what is configured is loaded, and nothing else', async () => {
  const files = { '.mcp.json': mcpJson({ hub: server('fine') }) };
  const servers = await run(files, { policy: 'pr-fix' });
  expect(partsOf(servers.before, ['mcp'])['mcp']).toContain('src/mcp/open-servers.ts');
  const others: Part[] = ['knowledge', 'resume', 'clouds'];
  expect(partsOf(servers.before, others)).toEqual(nothing(others));
  const told = await run({ 'CLAUDE.md': 'Be kind.\n' });
  expect(partsOf(told.before, ['knowledge'])['knowledge']).not.toEqual([]);
  expect(partsOf(told.before, ['mcp', 'resume', 'clouds'])).toEqual(
    nothing(['mcp', 'resume', 'clouds']),
  );
});
