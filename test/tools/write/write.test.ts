import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ToolUseContext } from '../../../src/tool/tool-use-context.ts';
import { editTool } from '../../../src/tools/edit/edit.ts';
import { readTool } from '../../../src/tools/read/read.ts';
import { writeTool } from '../../../src/tools/write/write.ts';
import { toolContext } from '../tool-context.ts';

async function write(context: ToolUseContext, file_path: string, content: string) {
  return (await writeTool.call({ file_path, content }, context, () => {})).data;
}

async function read(context: ToolUseContext, file_path: string, limit?: number) {
  await readTool.call({ file_path, limit }, context, () => {});
}

test('creates a file with its folders, which can then be edited and written again', async () => {
  const context = toolContext();
  const output = await write(context, 'src/new/a.js', 'one\ntwo\n');
  expect(output).toMatchObject({ type: 'create', originalFile: null, content: 'one\ntwo\n' });
  expect(readFileSync(output.filePath, 'utf8')).toBe('one\ntwo\n');
  expect(writeTool.rendering.summary({ file_path: 'src/new/a.js', content: '' }, output)).toBe(
    'Write src/new/a.js (+2 -0)',
  );
  const edit = { file_path: output.filePath, old_string: 'two', new_string: '2' };
  await editTool.call(edit, context, () => {});
  const again = await write(context, output.filePath, 'three\n');
  expect(again).toMatchObject({ type: 'update', originalFile: 'one\n2\n' });
  expect(writeTool.mapToolResultToToolResultBlockParam(again, 'id').content).toContain('(+1 -2)');
});

test('an existing file must have been read, whole, and be the same still', async () => {
  const context = toolContext();
  const path = join(context.workspace.root, 'a');
  writeFileSync(path, 'one\ntwo\nthree\n');
  await expect(write(context, path, 'x')).rejects.toThrow('has not been read yet');
  await read(context, path, 1);
  await expect(write(context, path, 'x')).rejects.toThrow('Only a part');
  await read(context, path);
  writeFileSync(path, 'other\n');
  await expect(write(context, path, 'x')).rejects.toThrow('has changed since');
  await read(context, path);
  await write(context, path, 'x');
  expect(readFileSync(path, 'utf8')).toBe('x');
});

test('parts that make up the whole are the whole', async () => {
  const context = toolContext();
  const path = join(context.workspace.root, 'a');
  writeFileSync(path, 'one\ntwo\nthree\n');
  await readTool.call({ file_path: path, offset: 2, limit: 2 }, context, () => {});
  await read(context, path, 1);
  await write(context, path, 'x');
});

test.each([
  ['CRLF', 'a\r\nb\r\n', 'x\ny\n', 'x\r\ny\r\n'],
  ['CRLF brought along', 'a\r\nb\r\n', 'x\r\ny\r\n', 'x\r\ny\r\n'],
  ['a byte-order mark', '\ufeffa\n', 'x\n', '\ufeffx\n'],
  ['a byte-order mark brought along', '\ufeffa\n', '\ufeffx\n', '\ufeffx\n'],
  ['mixed ends', 'a\r\nb\n', 'x\ny\n', 'x\ny\n'],
])('keeps the style of the file: %s', async (_what, before, content, after) => {
  const context = toolContext();
  const path = join(context.workspace.root, 'a');
  writeFileSync(path, before);
  await read(context, path);
  await write(context, path, content);
  expect(readFileSync(path, 'utf8')).toBe(after);
});

test('keeps encoding and mode', async () => {
  const context = toolContext();
  const path = join(context.workspace.root, 'a');
  writeFileSync(path, Buffer.from('caf\xe9\n', 'latin1'));
  chmodSync(path, 0o700);
  await read(context, path);
  await write(context, path, 'thé\n');
  expect(readFileSync(path)).toEqual(Buffer.from('th\xe9\n', 'latin1'));
  expect(statSync(path).mode & 0o777).toBe(0o700);
  await expect(write(context, path, '✓')).rejects.toThrow(
    'windows-1252, which has no "✓" (U+2713)',
  );
});

test('folders, files above files, and binary files are refused', async () => {
  const context = toolContext();
  mkdirSync(join(context.workspace.root, 'folder'));
  writeFileSync(join(context.workspace.root, 'file'), 'text');
  writeFileSync(join(context.workspace.root, 'binary'), 'a\0b');
  await expect(write(context, 'folder', 'x')).rejects.toThrow('is a folder');
  await expect(write(context, 'file/below', 'x')).rejects.toThrow('nothing can be below it');
  await expect(write(context, 'binary', 'x')).rejects.toThrow('not text');
});
