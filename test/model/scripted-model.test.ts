import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { ConfigError } from '../../src/base/errors.ts';
import { createModel } from '../../src/model/create-model.ts';
import { ApiFailure } from '../../src/model/model.ts';
import { scriptSchema } from '../../src/model/script-schema.ts';
import { Conversation } from './conversation.ts';

const variables = { workspace: '/repo', run_directory: '/run' };

async function play(script: string): Promise<Conversation> {
  const model = await createModel({
    model: 'scripted:fix.yml',
    readScript: async () => script,
    variables,
  });
  return new Conversation(model);
}

const failure = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

const FIX = `
version: 1
model: claude-sonnet-5-5
turns:
  - think: The sum is wrong.
    text: I look.
    calls:
      - { tool: Read, input: { file_path: "{{workspace}}/sum.js", note: "\${{ github.sha }} \\\\{{x}}" } }
      - { tool: Bash }
  - expect:
      - { tool: Read, contains: [a - b, export], not_contains: nothing, is_error: false }
      - { result: 2, contains: a - b }
      - { contains: Go on }
    text: Done.
`;

test('turns are played in order, with placeholders filled in and ids that never change', async () => {
  const talk = await play(FIX);
  const first = await talk.ask();
  expect(first.message.content).toEqual([
    { type: 'thinking', thinking: 'The sum is wrong.', signature: 'script-1' },
    { type: 'text', text: 'I look.', citations: null },
    {
      type: 'tool_use',
      id: 'toolu_script_1_1',
      name: 'Read',
      input: { file_path: '/repo/sum.js', note: '${{ github.sha }} {{x}}' },
      caller: { type: 'direct' },
    },
    expect.objectContaining({ id: 'toolu_script_1_2', name: 'Bash', input: {} }),
  ]);
  expect(talk.blocks).toEqual(first.message.content);
  expect(first.message).toMatchObject({ stop_reason: 'tool_use', model: 'claude-sonnet-5-5' });
  talk.tell('export return a - b', { and: 'Go on.' });
  const second = await talk.ask();
  expect(second.message).toMatchObject({ id: 'msg_script_2', stop_reason: 'end_turn' });
  const { usage } = second.message;
  expect(usage.cache_read_input_tokens).toBe(first.message.usage.cache_creation_input_tokens);
  expect(usage.cache_creation_input_tokens).toBeGreaterThan(0);
});

test.each([
  ['{ contains: missing }', 'what the model was told to contain “missing”, but it was: “a - b', 3],
  ['{ tool: Read, not_contains: a - b }', 'a result of Read not to contain “a - b”', 3],
  ['{ tool: Grep }', 'a result of Grep, but the results were of Read', 3],
  ['{ result: 2 }', 'result 2, but the results were of Read', 3],
  ['{ is_error: true }', 'to be an error', 3],
])('an expectation that does not hold ends the run: %s', async (expected, message) => {
  const talk = await play(
    `version: 1\nturns:\n  - calls: [{ tool: Read }]\n  - text: Done.\n    expect:\n      - ${expected}\n`,
  );
  await talk.ask();
  talk.tell('a - b');
  const error = await failure(talk.ask());
  expect(error).toBeInstanceOf(ConfigError);
  expect(String(error)).toContain('fix.yml:6:9: Turn 2 expected');
  expect(String(error)).toContain(message);
});

test('a run that asks for more than the script has is told so', async () => {
  const talk = await play('version: 1\nturns: [{ calls: [{ tool: Read }] }]');
  await talk.ask();
  talk.tell('x');
  await expect(talk.ask()).rejects.toThrow(
    'fix.yml:2:9: The script ends after 1 turn, but the run asked for one more.',
  );
});

test('failures come before the answer, and those that do not pass end the run', async () => {
  const passing = await play(
    'version: 1\nturns: [{ text: Hi., error: { status: 529, message: Busy., times: 2 } }]',
  );
  const { message } = await passing.ask();
  expect(message.content).toHaveLength(1);
  expect(passing.retries.map((retry) => [retry.attempt, retry.error])).toEqual([
    [1, '529: Busy.'],
    [2, '529: Busy.'],
  ]);
  const fatal = await play('version: 1\nturns: [{ error: { status: 400, message: Too long. } }]');
  const error = await failure(fatal.ask());
  expect(error).toBeInstanceOf(ApiFailure);
  expect(error).toMatchObject({ status: 400, message: 'The API answered 400: Too long.' });
  const stubborn = await play('version: 1\nturns: [{ error: { status: 500, times: 99 } }]');
  expect(await failure(stubborn.ask())).toMatchObject({ status: 500 });
  expect(stubborn.retries).toHaveLength(10);
});

test('usage and stop reason are as the script gives them; an empty answer has no blocks', async () => {
  const talk = await play(
    "version: 1\nturns: [{ text: '', stop_reason: refusal, usage: { output_tokens: 7 } }]",
  );
  const { message } = await talk.ask();
  expect(message).toMatchObject({
    content: [],
    stop_reason: 'refusal',
    usage: { output_tokens: 7 },
    model: 'scripted:fix.yml',
  });
});

test('without tools it has words only', async () => {
  const script = 'version: 1\nturns: [{ calls: [{ tool: Read }] }]';
  const model = await createModel({ model: 'scripted:x', readScript: async () => script });
  const { message } = await new Conversation(model, 'Sum up.', { noTools: true }).ask();
  expect(message.stop_reason).toBe('end_turn');
  expect(message.content.map((block) => block.type)).toEqual(['text']);
});

test('an abort ends a slow turn with its reason', async () => {
  const talk = await play('version: 1\nturns: [{ text: Hi., delay_ms: 60000 }]');
  const controller = new AbortController();
  const asked = talk.ask(controller.signal);
  controller.abort(new Error('deadline'));
  await expect(asked).rejects.toThrow('deadline');
});

describe('a script that is wrong', () => {
  test.each([
    ['version: 2\nturns: [{ text: x }]', '1:10', '`version` is 2'],
    ['version: 1\nturn: [{ text: x }]', '2:1', 'not a key of a script; did you mean `turns`?'],
    ['version: 1\nturns: []', '2:8', '`turns` must not be empty.'],
    ['version: 1\nturns:\n  - txt: hi', '3:5', 'did you mean `text`?'],
    ['version: 1\nturns:\n  - {}', '3:5', 'says and calls nothing'],
    ['version: 1\nturns:\n  - calls: [{ tol: Read }]', '3:15', 'did you mean `tool`?'],
    ['version: 1\nturns:\n  - { text: x, stop_reason: endturn }', '3:29', '`end_turn`'],
    ['version: 1\nturns: [{ text: "{{workspce}}" }]', '2:17', 'Did you mean {{workspace}}?'],
    ['version: 1\nturns: [{ text: "{{other}}" }]', '2:17', '{{run_directory}}'],
    ['version: 1\nversion: 1', '2:1', 'twice'],
    ['version: 1\nturns: [', '2:9', 'Not valid YAML'],
    ['', '1:1', 'version'],
  ])('%j', async (script, place, message) => {
    const error = await failure(play(script));
    expect(error).toBeInstanceOf(ConfigError);
    expect(String(error)).toContain(`fix.yml:${place}: `);
    expect(String(error)).toContain(message);
  });

  test('can not be read', async () => {
    await expect(createModel({ model: 'scripted:/nowhere.yml' })).rejects.toThrow(
      "The script /nowhere.yml can't be read",
    );
    await expect(createModel({ model: 'scripted:' })).rejects.toThrow('needs a file');
  });
});

test('a script in JSON is read from the file system', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'script-'));
  const file = join(folder, 'script.json');
  await writeFile(file, JSON.stringify({ version: 1, turns: [{ text: 'Hi.' }] }));
  const model = await createModel({ model: `scripted:${file}` });
  await rm(folder, { recursive: true });
  expect(model).toMatchObject({ provider: 'scripted', id: `scripted:${file}` });
  expect((await new Conversation(model).ask()).message.content).toHaveLength(1);
});

test('any other name is a model of the API', async () => {
  const model = await createModel({ model: 'opus', apiKey: 'key' });
  expect(model).toMatchObject({ provider: 'firstParty', id: 'claude-opus-5-5' });
});

test('schema/script.schema.json is in step (write it anew with `vitest run -u`)', async () => {
  const schema = z.toJSONSchema(scriptSchema, { io: 'input' });
  const text = `${JSON.stringify({ title: 'Script of the embedded model', ...schema }, null, 2)}\n`;
  await expect(text).toMatchFileSnapshot('../../schema/script.schema.json');
});
