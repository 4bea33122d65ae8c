import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CommandEnvironment } from '../../src/action/commands/command.ts';
import { runView } from '../../src/action/commands/view.ts';
import { temporaryFolder } from '../fakes/repository.ts';

const LINE = `${JSON.stringify({ type: 'system', subtype: 'init', schema_version: 1 })}\n`;

async function view(...argv: string[]): Promise<{ out: string; exitCode: number }> {
  let out = '';
  const io: CommandEnvironment = {
    variables: {},
    cleanEnvironment: true,
    runJob: () => expect.fail('view starts no job'),
    out: (text) => {
      out += text;
    },
    err: (text) => expect.fail(text),
  };
  return { exitCode: await runView(argv, io), out };
}

function runIn(folder: string, text = LINE, name = 'transcript.jsonl'): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

test('writes the page to a file, to stdout, or into JSON', async () => {
  const folder = temporaryFolder();
  const transcript = runIn(folder);
  const output = join(folder, 'report.html');
  expect(await view(transcript, '-o', output)).toEqual({ exitCode: 0, out: `Wrote ${output}.\n` });
  const page = readFileSync(output, 'utf8');
  expect(page).toMatch(/^<!DOCTYPE html>\n[\s\S]+<\/html>\n$/);
  expect((await view(transcript)).out).toBe(page);
  const bytes = Buffer.byteLength(page);
  expect(JSON.parse((await view('--json', `--output=${output}`, transcript)).out)).toEqual({
    file: output,
    bytes,
  });
  expect(JSON.parse((await view(transcript, '--json')).out)).toEqual({
    file: null,
    bytes,
    html: page,
  });
  expect(readdirSync(folder).sort()).toEqual(['report.html', 'transcript.jsonl']);
});

test('never writes over the transcript, and leaves nothing of a page it could not finish', async () => {
  const folder = temporaryFolder();
  const transcript = runIn(folder);
  symlinkSync(transcript, join(folder, 'link'));
  for (const path of [transcript, join(folder, 'link')])
    await expect(view(transcript, '-o', path)).rejects.toThrow('that is the transcript itself');
  const broken = runIn(folder, `${LINE}{"type":\n${LINE}`, 'broken.jsonl');
  const output = join(folder, 'report.html');
  await expect(view(broken, '-o', output)).rejects.toThrow(
    'broken.jsonl:2: this is no JSON object',
  );
  expect(existsSync(output)).toBe(false);
  expect(readdirSync(folder).sort()).toEqual(['broken.jsonl', 'link', 'transcript.jsonl']);
});

test.each([
  [[], 'Say which run'],
  [['a.jsonl', 'b.jsonl'], '“b.jsonl” is one file too many'],
  [['--jsn', 'a.jsonl'], 'Did you mean --json?'],
  [['-o'], '-o'],
  [['nowhere.json'], "nowhere.json can't be read: ENOENT"],
])('%j: one sentence', async (argv, message) => {
  const thrown: unknown = await view(...argv).catch((error: unknown) => error);
  expect(thrown).toMatchObject({ name: 'ConfigError', message: expect.stringContaining(message) });
  expect(String(thrown)).not.toContain('\n');
});

test.each([
  ['', ':1: the file holds no message'],
  ['hello', ':1: this is no message of a run'],
  ['{\n  "name": "package"\n}\n', ':1: this is no JSON object'],
  ['3\n', ':1: this is no JSON object'],
  [`[\n${LINE},\n{"type":`, ':4: the array ends in its middle'],
  [`[\n${LINE}`, ':2: the array ends in its middle'],
  [`[${LINE}, 7]`, ':2: this is no JSON object'],
  [`[${LINE}]\nmore\n`, ':3: this is no JSON object'],
  [`${LINE}\n\n]\n`, ':4: this is no JSON object'],
])('a file with %j is refused with its place', async (text, message) => {
  const transcript = runIn(temporaryFolder(), text);
  await expect(view(transcript)).rejects.toThrow(transcript + message);
});
