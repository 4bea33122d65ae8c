import { expect, test } from 'vitest';
import { fake, opened, stdioServer } from './servers.ts';

const spy = (way: string) => stdioServer('spy', fake('spy.mjs', way));

test.each([
  ['line', 'It sent a message of more than 67108864 bytes'],
  ['storm', 'It sent more messages than anybody can read'],
  ['asks', 'It sent more messages than anybody can read'],
])('a program whose answer never ends (%s) is ended, and the reason told', async (way, words) => {
  const open = await opened([spy(way)]);
  await expect(open.ask('mcp__spy__do')).rejects.toThrow(words);
  await open.close();
});

test.each(['complains', 'complains_lines'])(
  'complaints without an end (%s) hold nobody up',
  async (way) => {
    const open = await opened([spy(way)]);
    expect((await open.ask('mcp__spy__do')).text).toBe('done');
    await open.close();
    expect(open.warnings).toEqual([]);
  },
);

test('a program has its own descriptors and no other', async () => {
  const open = await opened([spy('descriptors')]);
  const { text } = await open.ask('mcp__spy__do');
  // Beside what Node makes for itself: its input, output and error.
  const given = text
    .split('\n')
    .filter((line) => !/ (?:anon_inode:|pipe:|\/dev\/null)/u.test(line));
  expect(given.map((line) => line.split(' ')[0])).toEqual(['0', '1', '2']);
});

test('a daemon that keeps the pipes and writes on does not keep the connection', async () => {
  const open = await opened([spy('holds')]);
  const pid = Number((await open.ask('mcp__spy__do')).text);
  try {
    await open.close();
    await expect(open.ask('mcp__spy__do')).rejects.toThrow('The run is ending');
  } finally {
    // It left the group: the run's end finds it by its environment.
    process.kill(pid, 'SIGKILL');
  }
});
