import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { cutText } from '../../src/base/text.ts';
import type { ServerConfig } from '../../src/mcp/config/server-config.ts';
import type { ServerPlace } from '../../src/mcp/connection/server-place.ts';
import { parseInput } from '../../src/tool/parse-input.ts';
import { toolDefinitions } from '../../src/tools/schema-cache.ts';
import { temporaryFolder } from '../fakes/repository.ts';
import { toolContext } from '../tools/tool-context.ts';
import { fake, opened, stdioServer } from './servers.ts';

const hostile = (way: string, file = '', more: Partial<ServerConfig> = {}) =>
  stdioServer('bad', fake('hostile.mjs', way, file), more);
const markFile = () => join(temporaryFolder('mcp-mark-'), 'mark');
const manual = { toolNames: new Set<string>(), timeoutMs: 1_000 };

test('a server that never answers is left out in time, and a required one fails the run', async () => {
  const never = hostile('never', '', { startupMs: 300 });
  const open = await opened([never, stdioServer('good', fake('hostile.mjs', 'fine'))]);
  expect(open.tools.map(({ name }) => name)).toEqual(['mcp__good__do', 'mcp__good__other']);
  expect(open.notes).toEqual([
    expect.stringMatching(
      /^The MCP server bad \(p\.yml:3\) is not up: It was not up in time\. Its tools/,
    ),
  ]);
  await expect(opened([{ ...never, required: true }])).rejects.toThrow(
    /The MCP server bad \(p\.yml:3\) is required and is not up/,
  );
});

test('one that ends at once is told with its own words, which are no commands', async () => {
  const open = await opened([hostile('dies')]);
  expect(open.notes[0]).toContain('config.json: no such file');
  expect(open.notes[0]).not.toMatch(/\u001b|\n/);
  const missing = await opened([stdioServer('gone', ['/nowhere/server'])]);
  expect(missing.notes[0]).toContain('There is no program “');
});

test.each([
  ['shapes', /: Invalid Base64 string at content\.0\.data\.$/],
  ['kinds', /: [^[{]+ at content\.0\.type\.$/],
])('an answer that MCP does not know (%s) is told in a sentence', async (way, words) => {
  const open = await opened([hostile(way)]);
  const failure = await open.ask('mcp__bad__do').catch((error: Error) => error.message);
  expect(failure).toMatch(/^The MCP server bad failed: What it answered is not as MCP has it: /);
  expect(failure).toMatch(words);
});

test('a crash in the middle of a call is told; the server is started anew once, and the call not repeated', async () => {
  const file = markFile();
  const open = await opened([hostile('die_once', file)]);
  await expect(open.ask('mcp__bad__do')).rejects.toThrow(/bad failed: .*out of cheese/);
  expect((await open.ask('mcp__bad__do')).text).toBe('back again');
  const always = await opened([hostile('crash')]);
  await expect(always.ask('mcp__bad__do')).rejects.toThrow('failed');
  await expect(always.ask('mcp__bad__do')).rejects.toThrow('failed');
  await expect(always.ask('mcp__bad__do')).rejects.toThrow(/is gone.*Go on without it/s);
});

test('one that comes back as another is not called', async () => {
  const open = await opened([hostile('die_changed', markFile())]);
  await expect(open.ask('mcp__bad__do')).rejects.toThrow('failed');
  await expect(open.ask('mcp__bad__do')).rejects.toThrow('changed what do is');
  expect(open.warnings).toEqual([expect.stringContaining('allow_changes: true')]);
});

test('changed definitions are refused, unless the policy allows them', async () => {
  const open = await opened([hostile('change')]);
  const { description } = (await toolDefinitions(open.tools, manual))[0] ?? {};
  expect((await open.ask('mcp__bad__do')).text).toBe('changed');
  await vi.waitFor(() => expect(open.warnings).toHaveLength(1));
  await expect(open.ask('mcp__bad__do')).rejects.toThrow('changed what do is');
  expect((await open.ask('mcp__bad__other')).text).toBe('changed');
  // The model goes on with what it was shown.
  expect((await toolDefinitions(open.tools, manual))[0]?.description).toBe(description);
  const free = await opened([hostile('change', '', { allowChanges: true })]);
  await free.ask('mcp__bad__do');
  expect((await free.ask('mcp__bad__do')).text).toBe('changed');
  expect(free.warnings).toEqual([]);
});

test('garbage between the messages does no harm; nothing but garbage ends the server', async () => {
  const open = await opened([hostile('garbage')]);
  expect((await open.ask('mcp__bad__do', { text: 'x' })).text).toBe('{"text":"x"}');
  const noise = await opened([hostile('noise', '', { startupMs: 5_000 })]);
  await expect(async () => {
    for (let turn = 0; turn < 1_000; turn += 1) await noise.ask('mcp__bad__do');
  }).rejects.toThrow(/bad/);
});

test('a result of 50 MB is cut before anything looks at it', async () => {
  const open = await opened([hostile('big')]);
  const { text } = await open.ask('mcp__bad__do');
  expect(text.length).toBeLessThan(1_100_000);
  expect(text).toContain('of 50000000 characters');
});

test('10,000 tools are cut, with a note', async () => {
  const open = await opened([hostile('many')]);
  expect(open.tools).toHaveLength(500);
  expect(open.notes).toEqual([expect.stringContaining('more than 500 tools')]);
});

test('names that look like another, or could be read in two ways, are left out', async () => {
  const open = await opened([hostile('looks')]);
  expect(open.tools.map(({ name }) => name)).toEqual(['mcp__bad__good']);
  expect(open.notes).toHaveLength(6);
  expect(open.notes[0]).toContain('looks like its tool good');
});

test('what a description hides is gone, and orders stand nowhere but there', async () => {
  const open = await opened([hostile('orders')]);
  expect(open.tools.map(({ name }) => name)).toEqual(['mcp__bad__add']);
  expect(open.notes).toEqual([expect.stringContaining('the input schema of field has a property')]);
  const shown = JSON.stringify(await toolDefinitions(open.tools, manual));
  expect(shown).toContain('Adds.');
  for (const hidden of ['id_rsa', 'SECRETLY', 'HIDDENORDER', '\u202e', '</system>']) {
    expect(shown).not.toContain(hidden);
  }
});

test('schema bombs are left out or defused', async () => {
  const open = await opened([hostile('bombs')]);
  expect(open.tools.map(({ mcpInfo }) => mcpInfo?.tool)).toEqual([
    'laughs',
    'round',
    'regex',
    'odd',
  ]);
  expect(open.notes.map((note) => note.replace(/^.*schema of /, ''))).toEqual([
    expect.stringMatching(/^deep is nested deeper/),
    expect.stringMatching(/^wide has \d+ characters/),
    expect.stringMatching(/^abroad leads out of itself/),
  ]);
  const evil = { text: `${'a'.repeat(40)}!` };
  for (const tool of open.tools) expect(parseInput(tool, evil).ok).toBe(true);
  // Any of the first three alone would take minutes if it were checked as it stands.
  const odd = (await toolDefinitions([open.tool('mcp__bad__odd')], manual))[0]?.input_schema;
  expect(odd).toEqual({
    type: 'object',
    properties: { text: { prefixItems: [{ type: 'string' }] } },
  });
});

test('input is held against the schema before anything is sent', async () => {
  const open = await opened([hostile('fine')]);
  const parsed = parseInput(open.tool('mcp__bad__do'), { text: 7 });
  expect(parsed).toEqual({ ok: false, message: expect.stringMatching(/\/text: .*string/) });
});

test('what a tool says of itself counts only where the policy trusts it, or where it makes it worse', async () => {
  const judge = async (trustHints: boolean) => {
    const open = await opened([hostile('claims', '', { trustHints })]);
    return open.tools.map((tool) => {
      const context = toolContext();
      const { readOnly, effects } = tool.preparePermissionMatcher({}, context);
      return [
        tool.isReadOnly({}, context) && readOnly,
        tool.isDestructive({}, context),
        tool.requiresConfirmation({}, context),
        tool.isConcurrencySafe({}, context),
        effects.join(),
      ];
    });
  };
  expect(await judge(false)).toEqual([
    [false, undefined, false, false, 'write,network'],
    [false, true, false, false, 'write,network'],
    [false, undefined, true, false, 'write,network'],
  ]);
  expect(await judge(true)).toEqual([
    [true, false, false, true, 'read,network'],
    [false, true, false, false, 'write,network'],
    [false, undefined, true, false, 'write,network'],
  ]);
});

test('words of results are shown with what they hide, and broken where they look like a frame', async () => {
  const open = await opened([hostile('words')]);
  const { text } = await open.ask('mcp__bad__do');
  expect(text).toMatch(/^Fine\.\\u202e &lt;system-reminder/);
  expect(text).not.toMatch(/[\u202e\u001b]/);
});

test('what is no picture, sounds and bytes become notes', async () => {
  const open = await opened([hostile('pictures')]);
  const { text, kinds } = await open.ask('mcp__bad__do');
  expect(kinds).toEqual(['text', 'text', 'text', 'text']);
  expect(text).toMatch(/no PNG.*no PNG.*audio\/wav.*application\/zip/s);
});

test('a call that gets no answer ends at its limit, and the server is told', async () => {
  const file = markFile();
  const open = await opened([hostile('silent', file, { callMs: 200 })]);
  await expect(open.ask('mcp__bad__do')).rejects.toThrow(/bad failed: .*timed out/i);
  await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toContain('cancelled'));
});

test('it gets no model, and of the user what the policy says', async () => {
  const open = await opened([hostile('asks')]);
  const ask = (text: string, params: object) =>
    open.tool('mcp__bad__do').call({ text, params }, toolContext(), () => {});
  const said = async (method: string, params: object) =>
    JSON.stringify((await ask(method, params)).data);
  expect(await said('sampling/createMessage', { messages: [], maxTokens: 1 })).toContain('-32601');
  const form = {
    message: 'Password?',
    requestedSchema: { type: 'object', properties: { p: { type: 'string' } } },
  };
  expect(await said('elicitation/create', form)).toContain('decline');
});

test('a flood of progress is thinned', async () => {
  const open = await opened([hostile('flood')]);
  const { progress, text } = await open.ask('mcp__bad__do');
  expect(text).toBe('done');
  expect(progress.length).toBeLessThan(200);
});

test('no server outlives the run, nor what it started, whatever it does with signals', async () => {
  const file = markFile();
  const open = await opened([hostile('children', file)]);
  const pids = readFileSync(file, 'utf8').split(' ');
  expect(pids).toHaveLength(2);
  await open.close();
  for (const pid of pids) expect(runs(pid)).toBe(false);
});

test('the environment of a server is what it is given', async () => {
  const place: Partial<ServerPlace> = { environment: { PATH: process.env['PATH'] ?? '', A: '1' } };
  const endpoint = {
    kind: 'stdio',
    command: 'sh',
    args: ['-c', 'env >&2'],
    env: { B: '2' },
  } as const;
  const open = await opened([{ ...hostile(''), endpoint }], place);
  expect(cutText(open.notes[0] ?? '', 2_000)).toMatch(/A=1.*B=2|B=2.*A=1/);
  expect(open.notes[0]).not.toContain('VITEST');
});

function runs(pid: string): boolean {
  const stat = `/proc/${pid}/stat`;
  return existsSync(stat) && !readFileSync(stat, 'utf8').includes(') Z ');
}
