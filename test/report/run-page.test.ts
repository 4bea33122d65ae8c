import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../src/base/redactor.ts';
import { createTranscript } from '../../src/report/transcript.ts';
import { temporaryFolder } from '../fakes/repository.ts';
import { jsonLines, pageOf, readPage } from './page-reading.ts';
import { HOSTILE } from './rendering-cases.ts';
import { INFO, SAMPLE, SECRET } from './sample-run.ts';

/** The journal of the sample run, and its transcript. */
function sampleRun(): { folder: string; journal: string; transcript: string } {
  const folder = temporaryFolder();
  const transcript = createTranscript(folder, createRedactor([SECRET]), INFO.sessionId);
  for (const event of SAMPLE) transcript.emit(event);
  const path = transcript.finalise();
  const read = (file: string) => readFileSync(file, 'utf8');
  return { folder, journal: read(transcript.journalPath), transcript: read(path) };
}

const INIT = { type: 'system', subtype: 'init', schema_version: 1, cwd: '/w', session_id: 's' };
const use = (id: string, name: string, input: unknown) => ({ type: 'tool_use', id, name, input });
const answer = (...content: unknown[]) => ({ type: 'assistant', message: { id: 'm', content } });
const told = (id: string, content: unknown, tool_use_result?: unknown) => ({
  type: 'user',
  message: { content: [{ type: 'tool_result', tool_use_id: id, content }] },
  tool_use_result,
});

describe('the page of a run', () => {
  test('draws what an earlier run did apart, without its time and its refusals', async () => {
    const isReplay = true;
    const at = (timestamp: string) => ({ timestamp, duration_ms: 1_000 });
    const denied = { type: 'system', subtype: 'permission_decision', tool_use_id: 'a' };
    const text = readPage(
      await pageOf(
        temporaryFolder(),
        jsonLines([
          { ...INIT, ...at('2026-11-30T12:00:00Z') },
          {
            ...answer(use('a', 'Bash', { command: 'old' })),
            ...at('2026-11-01T12:00:00Z'),
            isReplay,
          },
          {
            ...denied,
            tool_name: 'Bash',
            behavior: 'deny',
            decided_by: { step: 'default' },
            isReplay,
          },
          { ...told('a', 'refused'), isReplay },
          {
            type: 'assistant',
            message: { id: 'n', content: [{ type: 'text', text: 'New.' }] },
            ...at('2026-11-30T12:00:05Z'),
          },
        ]),
      ),
    );
    const order = [
      'model, turn 2',
      'What follows is of the run',
      'old',
      'Here this run goes on.',
      'New.',
    ];
    const places = order.map((part) => text.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(text).not.toMatch(/Refused calls|model, turn 1/);
  });

  test('begins with the verdict, the refused calls and what would allow them', async () => {
    const { folder, journal } = sampleRun();
    const text = readPage(await pageOf(folder, journal));
    const order = [
      '✔ Done in 5 turns, 1 call refused',
      'success, completed',
      'Refused calls (1)',
      'Bash git push origin HEAD denied: deny rule Bash(git push *) in policies/read-only.yml:14',
      'Pushing is the job of the action',
      'allow: ["Bash(git push *)"]',
      'The test failed because `sum` started at 1.',
      'To-do',
      'Fix the start value',
      'src/sum.js modified +1 −1',
      'model, turn 1',
      'Tokens and cost',
      'Turn 1',
      'I look at the test first.',
      'The API: 529, overloaded_error: try 1 of 10',
      'Turn 5',
      'notice: The instructions of the head differ',
    ].map((words) => text.indexOf(words));
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(text).not.toContain(SECRET.value);
  });

  test('has a place for every link', async () => {
    const { folder, journal } = sampleRun();
    const html = await pageOf(folder, journal);
    const links = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links).toEqual(expect.arrayContaining(['call-5', 'turn-1', 'turn-5']));
    for (const id of links) expect(html.split(` id="${id}"`)).toHaveLength(2);
  });

  test('is the same of the journal, the transcript and one that others have formatted', async () => {
    const { folder, journal, transcript } = sampleRun();
    const page = await pageOf(folder, journal);
    expect(await pageOf(folder, transcript, 't.json')).toBe(page);
    const indented = JSON.stringify(JSON.parse(transcript), null, 2);
    expect(await pageOf(folder, `\n${indented}`, 'i.json')).toBe(page);
    expect(await pageOf(folder, journal.trimEnd(), 'n.jsonl')).toBe(page);
  });

  test('shows calls by the renderings of their tools', async () => {
    const output = {
      stdout: 'a <b>\n',
      stderr: '',
      interrupted: false,
      exitCode: 3,
      notes: ['Mind.'],
    };
    const html = await pageOf(
      temporaryFolder(),
      jsonLines([
        INIT,
        answer(use('t1', 'Bash', { command: 'ls <x>' }), use('t2', 'mcp__a__b', { q: 1 })),
        told('t1', 'Exit code 3\na <b>\nMind.', output),
        told('t2', [{ type: 'text', text: 'forty' }, { type: 'image' }]),
      ]),
    );
    expect(html).toContain('<code>Bash ls &lt;x&gt; (exit code 3)</code>');
    expect(html).toContain(
      '<pre><code>ls &lt;x&gt;</code></pre>\n<p class="line">Exit code 3</p>\n<pre><code>a &lt;b&gt;</code></pre>\n<p class="line">Mind.</p>',
    );
    expect(readPage(html)).toContain('forty\n[image]');
    expect(html).not.toContain('Result as the model got it');
  });

  test('says what the model got where that is not what the tool gave', async () => {
    const file = {
      filePath: '/w/a',
      content: 'x',
      numLines: 1,
      startLine: 1,
      totalLines: 1,
      notes: [],
    };
    const page = await pageOf(
      temporaryFolder(),
      jsonLines([
        INIT,
        answer(use('t1', 'Read', { file_path: 'a' })),
        told('t1', 'cut by us', { type: 'text', file }),
      ]),
    );
    expect(readPage(page)).toMatch(/1\tx[\s\S]*Result as the model got it\s+cut by us/);
  });

  test('of a journal that was cut off anywhere is drawn, and says so', async () => {
    const { folder, journal } = sampleRun();
    const bytes = Buffer.from(journal);
    for (let end = 1; end < bytes.length; end += 211) {
      const text = readPage(await pageOf(folder, bytes.subarray(0, end).toString('latin1')));
      expect(text).toMatch(/Not over: the transcript ends before the run|No run|Done in/);
      const isWhole = bytes[end - 1] === 10 || bytes[end] === 10;
      if (!isWhole) expect(text).toContain('The file ends in the middle of line');
    }
  });

  test('draws what it does not know as JSON', async () => {
    const messages = [
      { ...INIT, schema_version: 9, tools: 'none' },
      { type: 'hologram', depth: 3 },
      { type: 'system', subtype: 'weather', rain: true },
      { type: 'assistant', message: { content: [{ type: 'sculpture', of: 'ice' }] } },
      { type: 'assistant', message: null },
      { type: 'user' },
      { type: 'system', subtype: 'permission_decision', behavior: 'deny' },
      { type: 'result' },
    ];
    const text = readPage(await pageOf(temporaryFolder(), jsonLines(messages)));
    expect(text).toContain('schema version 9; this program knows 1');
    for (const words of ['"depth": 3', '"rain": true', '"of": "ice"', 'holds no verdict'])
      expect(text).toContain(words);
  });

  test('cuts what is huge, and says by how much', async () => {
    const text = readPage(
      await pageOf(
        temporaryFolder(),
        jsonLines([INIT, answer(use('t1', 'X', {})), told('t1', 'y'.repeat(300_000))]),
      ),
    );
    expect(text).toMatch(/y{50}[^y]+… 200,\d{3} characters left out …[^y]+y{50}/);
    expect(text.length).toBeLessThan(110_000);
  });
});

test('nothing that a transcript holds is live, wherever it stands', async () => {
  const hostile = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary' }));
  const value = fc.oneof(
    hostile,
    fc.dictionary(hostile, hostile),
    fc.array(hostile),
    fc.anything(),
  );
  const { folder, journal } = sampleRun();
  const messages = journal
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  /** Puts foreign values in the place of some of the known ones, at any depth. */
  const spoil = (node: unknown, next: () => unknown): unknown => {
    if (Array.isArray(node)) return node.map((item) => spoil(item, next));
    if (typeof node !== 'object' || node === null) return next() ?? node;
    return Object.fromEntries(
      Object.entries(node).map(([key, item]) => [
        key,
        // What kind of message it is stays, so that all ways of drawing are gone.
        /^(?:type|subtype|behavior)$/.test(key) ? item : spoil(item, next),
      ]),
    );
  };
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(value), { minLength: 1, maxLength: 9 }), async (values) => {
      let at = 0;
      const spoiled = messages.map((message) => spoil(message, () => values[at++ % values.length]));
      const text = jsonLines(JSON.parse(JSON.stringify(spoiled, big)) as unknown[]);
      readPage(await pageOf(folder, text));
    }),
    { numRuns: 60 },
  );
});

function big(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
