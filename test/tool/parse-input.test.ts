import { expect, test } from 'vitest';
import * as z from 'zod';
import { buildTool } from '../../src/tool/build-tool.ts';
import { lazySchema } from '../../src/tool/lazy-schema.ts';
import { parseInput } from '../../src/tool/parse-input.ts';
import { semanticNumber } from '../../src/tool/semantic.ts';

const tool = buildTool({
  name: 'Probe',
  description: () => 'A probe.',
  prompt: () => 'A probe.',
  inputSchema: lazySchema(() =>
    z.strictObject({
      file_path: z.string(),
      limit: semanticNumber(z.number().min(1)).optional(),
      mode: z.enum(['a', 'b']).optional(),
      items: z.array(z.strictObject({ name: z.string() })).optional(),
      secret_mode: z.boolean().optional(),
    }),
  ),
  internalFields: ['secret_mode'],
  call: async () => ({ data: 'done' }),
});

function messageFor(raw: unknown): string {
  const parsed = parseInput(tool, raw);
  return parsed.ok ? 'accepted' : parsed.message;
}

test('good input comes out typed', () => {
  expect(parseInput(tool, { file_path: 'a', limit: '5' })).toEqual({
    ok: true,
    input: { file_path: 'a', limit: 5 },
  });
});

test('a missing field is named with what is expected', () => {
  expect(messageFor({})).toBe(
    'Probe did not run: its input does not fit.\n- `file_path` is missing; expected a string',
  );
});

test('a wrong value is shown with what is expected', () => {
  expect(messageFor({ file_path: 3 })).toContain('`file_path` is 3 (number); expected a string');
  expect(messageFor({ file_path: 'a', limit: 'abc' })).toContain(
    '`limit` is "abc" (string); expected a number',
  );
  expect(messageFor({ file_path: 'a', limit: 0 })).toContain(
    '`limit` is 0 (number); expected another value',
  );
  expect(messageFor({ file_path: 'a', mode: 'c' })).toContain('expected one of "a", "b"');
  expect(messageFor({ file_path: 'a', items: [{}, { name: 1 }] })).toContain(
    '`items[1].name` is 1 (number)',
  );
});

test('an unknown field is refused with the nearest one', () => {
  expect(messageFor({ file_path: 'a', limt: 3 })).toContain(
    'there is no field `limt`; did you mean `limit`?',
  );
  expect(messageFor({ path: 'a' })).toContain('did you mean `file_path`?');
  expect(messageFor({ file_path: 'a', zzzzzz: 1 })).toContain(
    'the fields are file_path, limit, mode and items',
  );
  expect(messageFor({ file_path: 'a', items: [{ name: 'n', nmae: 1 }] })).toContain(
    'items[0]: there is no field `nmae`',
  );
});

test('an internal field is unknown to the model, even with a good value', () => {
  const message = messageFor({ file_path: 'a', secret_mode: true });
  expect(message).toContain('there is no field `secret_mode`');
  expect(message).not.toContain('and secret_mode');
});

test.each([null, undefined, 'text', 3, [], [{}]])('%j is no input', (raw) => {
  expect(messageFor(raw)).toContain('expected an object with fields');
});

test('a hostile value can not break out of its line', () => {
  expect(messageFor({ 'a\nb': 1, file_path: 'x' }).split('\n')).toHaveLength(2);
});
