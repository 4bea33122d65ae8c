import { expect, test } from 'vitest';
import type { ServerConfig } from '../../src/mcp/config/server-config.ts';
import { hostileEvents } from './fakes/hostile-events.ts';
import { type HostileHttp, hostileHttp } from './fakes/hostile-http.ts';
import { httpServer, type Opened, opened } from './servers.ts';

/** What the system's buffers hold beside what was read. */
const SLACK = 8_000_000;

async function play(
  way: string,
  more: Partial<ServerConfig> = {},
): Promise<{ bad: HostileHttp; open: Opened }> {
  const bad = await hostileHttp();
  return { bad, open: await opened([httpServer('far', bad.url(way), more)]) };
}

test.each([
  ['line', 32_000_000, 'The stream ended before the answer was there'],
  ['field', 32_000_000, 'The stream ended before the answer was there'],
  ['comments', 75_000_000, 'The stream ended before the answer was there'],
  ['garbage', 10_000_000, 'It sent more messages than anybody can read'],
  ['json', 34_000_000, 'The server answered with more than 32 MiB'],
  ['refusal', 100_000, 'It answered with the status 500'],
])(
  'an answer without an end (%s) is left, and told',
  { timeout: 60_000 },
  async (way, most, words) => {
    const { bad, open } = await play(way);
    await expect(open.ask('mcp__far__do')).rejects.toThrow(`The MCP server far failed: ${words}`);
    expect(bad.sent).toBeLessThan(most + SLACK);
  },
);

test.each([
  ['list', 34_000_000, 'The server answered with more than 32 MiB'],
  ['page', 100_000, 'the content type text/html, which is none of MCP'],
  ['taken', 100_000, 'It was not up in time'],
  ['slow_start', 0, 'It was not up in time'],
  ['slow_greeting', 0, 'It was not up in time'],
  ['slow_pages', 0, 'It was not up in time'],
  ['session_longest', 0, 'Header overflow'],
  ['session_raw', 0, 'Invalid header value'],
  ['to_https', 0, 'It sends its callers on to https://127.0.0.1'],
  ['to_host', 0, 'It sends its callers on to http://evil.example'],
  ['to_name', 0, 'It sends its callers on to http://localhost'],
  ['to_file', 0, 'It sends its callers on to file:///etc/passwd, which is not followed'],
  ['loop', 0, 'It sends its callers on to http://127.0.0.1'],
  ['sampling', 0, 'It sent more messages than anybody can read'],
  ['roots', 0, 'It sent more messages than anybody can read'],
  ['elicitation', 0, 'It sent more messages than anybody can read'],
])('a server that begins badly (%s) is left out with a reason', async (way, most, words) => {
  const { bad, open } = await play(way, { startupMs: 1_000 });
  expect(open.notes).toEqual([expect.stringContaining(words)]);
  expect(bad.sent).toBeLessThan(most + SLACK);
  expect(bad.requests.length).toBeLessThan(40);
  // A question of a server that is gone is not answered by the thousand.
  expect(bad.answers.length).toBeLessThan(500);
});

test.each([
  ['html', 'the content type text/html'],
  ['no_type', 'no content type'],
  ['swapped', 'The stream ended before the answer was there'],
  ['events_as_json', 'What it answered is no JSON'],
  ['unauthorized', 'the status 401, so it wants another sign-in.'],
  ['gzip', 'packed its answer (gzip)'],
  ['broken', 'It broke the connection off'],
  ['broken_events', 'The stream ended before the answer was there'],
  ['ended_events', 'The stream ended before the answer was there'],
  ['too_short', 'What it answered is no JSON'],
  ['too_long', 'It broke the connection off'],
])('a call that gets no answer (%s) fails at once, with a reason', async (way, words) => {
  // Nothing here may wait for the end of its time.
  const { open } = await play(way, { callMs: 3_600_000 });
  await expect(
    open.ask('mcp__far__do', {}, { limits: { timeoutMs: 3_600_000 } as never }),
  ).rejects.toThrow(words);
});

test.each(['slow_head', 'slow_body', 'slow_events', 'primed_now', 'primed_late'])(
  'a call that is answered too slowly (%s) ends at its limit',
  async (way) => {
    const { bad, open } = await play(way, { callMs: 300 });
    await expect(open.ask('mcp__far__do')).rejects.toThrow('timed out');
    expect(bad.requests.length).toBeLessThan(12);
    await open.close();
  },
);

test.each(['fine', 'slow_taken', 'session_long', 'session_odd', 'session_changes'])(
  'odd answers that do no harm (%s) are passed over',
  async (way) => {
    const { open } = await play(way);
    expect((await open.ask('mcp__far__do')).text).toBe('done');
    expect((await open.ask('mcp__far__do')).text).toBe('done');
  },
);

test.each(['others', 'twice', 'many'])(
  'of several answers (%s) the call’s own counts',
  async (way) => {
    const { open } = await play(way);
    expect((await open.ask('mcp__far__do')).text).toBe('mine');
    expect((await open.ask('mcp__far__other')).text).toBe('mine');
  },
);

test('a session that is gone is begun anew once', async () => {
  const { bad, open } = await play('gone');
  for (const words of ['the status 404', 'the status 404', 'is gone: it ended again']) {
    await expect(open.ask('mcp__far__do')).rejects.toThrow(words);
  }
  expect(bad.requests.filter((line) => line.endsWith(' initialize'))).toHaveLength(2);
});

test.each(['storm', 'changes'])(
  'a storm of notifications (%s) ends its server, not the run',
  async (way) => {
    const { open } = await play(way);
    await expect(async () => {
      for (let turn = 0; turn < 1_000; turn += 1) await open.ask('mcp__far__do');
    }).rejects.toThrow(/more messages than anybody can read|changed what do is/);
  },
);

test.each([
  ['elsewhere', 'Endpoint origin does not match'],
  ['never', 'It was not up in time'],
])('server-sent events: a stream that begins badly (%s) is left out', async (way, words) => {
  for (const sseOnly of [true, false]) {
    const bad = await hostileEvents();
    const far = httpServer('far', bad.url(way), { sseOnly, startupMs: 500 });
    expect((await opened([far])).notes).toEqual([expect.stringContaining(words)]);
  }
});

test.each([
  ['ends', 0],
  ['ends_late', 0],
  ['line', 32_000_000],
  ['pings', 75_000_000],
  ['storm', 10_000_000],
])('server-sent events: when the stream is over (%s), so is the connection', async (way, most) => {
  const bad = await hostileEvents();
  const open = await opened([httpServer('far', bad.url(way), { sseOnly: true })]);
  await expect(open.ask('mcp__far__do')).rejects.toThrow(/Connection closed|more messages/);
  expect(bad.requests.filter((line) => line.startsWith('GET'))).toHaveLength(1);
  expect(bad.sent).toBeLessThan(most + SLACK);
});
