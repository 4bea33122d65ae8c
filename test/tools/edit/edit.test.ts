import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { ToolUseContext } from '../../../src/tool/tool-use-context.ts';
import { editTool } from '../../../src/tools/edit/edit.ts';
import type { EditInput } from '../../../src/tools/edit/edit-schema.ts';
import { readTool } from '../../../src/tools/read/read.ts';
import { toolContext } from '../tool-context.ts';

function put(context: ToolUseContext, name: string, content: string | Uint8Array): string {
  const path = join(context.workspace.root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

async function edit(context: ToolUseContext, input: EditInput) {
  await editTool.validateInput(input, context);
  return (await editTool.call(input, context, () => {})).data;
}

async function putAndRead(context: ToolUseContext, name: string, content: string | Uint8Array) {
  const path = put(context, name, content);
  await readTool.call({ file_path: path }, context, () => {});
  return path;
}

test('replaces a text, tells the lines, and goes on without another read', async () => {
  const context = toolContext();
  const path = await putAndRead(context, 'src/sum.js', 'a\nreturn a - b;\nc\n');
  const input = { file_path: 'src/sum.js', old_string: 'a - b', new_string: 'a + b' };
  const output = await edit(context, input);
  expect(readFileSync(path, 'utf8')).toBe('a\nreturn a + b;\nc\n');
  expect(output).toEqual({
    filePath: path,
    oldString: 'a - b',
    newString: 'a + b',
    originalFile: 'a\nreturn a - b;\nc\n',
    structuredPatch: [
      {
        oldStart: 1,
        oldLines: 3,
        newStart: 1,
        newLines: 3,
        lines: [' a', '-return a - b;', '+return a + b;', ' c'],
      },
    ],
    userModified: false,
    replaceAll: false,
    lines: [2],
    created: false,
  });
  expect(editTool.rendering.summary(input, output)).toBe('Edit src/sum.js (+1 -1)');
  expect(editTool.mapToolResultToToolResultBlockParam(output, 'id').content).toBe(
    `Edited ${path} (+1 -1): 1 place, line 2.`,
  );
  await edit(context, { ...input, old_string: 'a + b', new_string: 'b + a' });
  expect(readFileSync(path, 'utf8')).toContain('return b + a;');
  expect(readdirSync(dirname(path))).toEqual(['sum.js']);
});

test('a text in several places is refused with their lines, unless all are meant', async () => {
  const context = toolContext();
  const path = await putAndRead(context, 'a', 'x\ny\nx\nx\n');
  const input = { file_path: path, old_string: 'x', new_string: 'z' };
  await expect(edit(context, input)).rejects.toThrow(
    'Found 3 matches of the string to replace, at lines 1, 3 and 4, but replace_all is false.',
  );
  const output = await edit(context, { ...input, replace_all: true });
  expect(output.lines).toEqual([1, 3, 4]);
  expect(readFileSync(path, 'utf8')).toBe('z\ny\nz\nz\n');
});

test('overlapping places are not one place', async () => {
  const context = toolContext();
  const path = await putAndRead(context, 'a', 'aaa');
  const input = { file_path: path, old_string: 'aa', new_string: 'b' };
  await expect(edit(context, input)).rejects.toThrow('and overlapping ones');
});

test('an unread file, the same text and an existing file to create are refused', async () => {
  const context = toolContext();
  const path = put(context, 'a', 'text');
  const input = { file_path: path, old_string: 'text', new_string: 'other' };
  await expect(edit(context, input)).rejects.toThrow('Read it first');
  await expect(edit(context, { ...input, new_string: 'text' })).rejects.toThrow(
    'nothing to change',
  );
  await expect(edit(context, { ...input, old_string: '' })).rejects.toThrow("isn't empty");
  await expect(edit(context, { ...input, file_path: 'aa' })).rejects.toThrow('Did you mean');
});

test('an empty old_string creates a file with its folders, as given', async () => {
  const context = toolContext();
  const input = { file_path: 'new/deep/a.txt', old_string: '', new_string: 'one\r\ntwo\n' };
  const output = await edit(context, input);
  expect(output.created).toBe(true);
  expect(output.originalFile).toBeNull();
  expect(readFileSync(output.filePath, 'utf8')).toBe('one\r\ntwo\n');
  await edit(context, { ...input, old_string: 'two', new_string: '2' });
  expect(readFileSync(output.filePath, 'utf8')).toBe('one\r\n2\n');
});

test('a file that changed since it was read: a unique text goes on with a note, others are refused', async () => {
  const context = toolContext();
  const path = await putAndRead(context, 'a', 'one\ntwo\n');
  writeFileSync(path, 'one\ntwo\nthree\none\n');
  const input = { file_path: path, old_string: 'one', new_string: '1' };
  await expect(edit(context, input)).rejects.toThrow(
    'changed since it was read, and old_string stands in it more than once',
  );
  await expect(edit(context, { ...input, replace_all: true })).rejects.toThrow('Read it again');
  const output = await edit(context, { ...input, old_string: 'two', new_string: '2' });
  expect(output.note).toContain('had changed');
  expect(readFileSync(path, 'utf8')).toBe('one\n2\nthree\none\n');
  await expect(edit(context, input)).rejects.toThrow('changed since');
});

test('a touched file with the same text has not changed', async () => {
  const context = toolContext();
  const path = await putAndRead(context, 'a', 'x\nx\n');
  writeFileSync(path, 'x\nx\n');
  const input = { file_path: path, old_string: 'x', new_string: 'y', replace_all: true };
  expect((await edit(context, input)).note).toBeUndefined();
});

test('a partial view counts for its lines, also after an edit moved them', async () => {
  const context = toolContext();
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}.`);
  const path = put(context, 'a', lines.join('\n'));
  await readTool.call({ file_path: path, offset: 10, limit: 5 }, context, () => {});
  const input = { file_path: path, old_string: 'line 3.', new_string: 'x' };
  await expect(edit(context, input)).rejects.toThrow('line 3 that this would change are not in it');
  await edit(context, { ...input, old_string: 'line 12.', new_string: 'a\nb\nc' });
  await edit(context, { ...input, old_string: 'line 14.', new_string: 'fourteen' });
  await expect(edit(context, { ...input, old_string: 'line 15.' })).rejects.toThrow(
    'Read them first',
  );
  await readTool.call({ file_path: path, offset: 1, limit: 9 }, context, () => {});
  await edit(context, input);
});

test('keeps the mode, and writes a link through to its file', async () => {
  const context = toolContext();
  const path = put(context, 'run.sh', 'echo 1\n');
  chmodSync(path, 0o755);
  const link = join(context.workspace.root, 'link.sh');
  symlinkSync('run.sh', link);
  await readTool.call({ file_path: link }, context, () => {});
  await edit(context, { file_path: link, old_string: '1', new_string: '2' });
  expect(readFileSync(path, 'utf8')).toBe('echo 2\n');
  expect(statSync(path).mode & 0o777).toBe(0o755);
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
});

test('a new file under a link goes where the link leads, which is what was judged', async () => {
  const context = toolContext();
  const link = join(context.workspace.root, 'link');
  const input = { file_path: 'link', old_string: '', new_string: 'x' };
  const harmless = editTool.preparePermissionMatcher(input, context);
  symlinkSync(join(context.workspace.home, 'outside'), link);
  await expect(edit({ ...context, subject: harmless }, input)).rejects.toThrow('led elsewhere');
  expect(existsSync(join(context.workspace.home, 'outside'))).toBe(false);
  const judged = editTool.preparePermissionMatcher(input, context);
  expect(judged.paths[0]?.path.real).toBe(join(context.workspace.home, 'outside'));
  await edit({ ...context, subject: judged }, input);
  expect(readFileSync(join(context.workspace.home, 'outside'), 'utf8')).toBe('x');
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
});

test('a folder swapped for a link after the decision is not written through', async () => {
  const context = toolContext();
  const input = {
    file_path: join(context.workspace.root, 'sub/a'),
    old_string: '',
    new_string: 'x',
  };
  const subject = editTool.preparePermissionMatcher(input, context);
  symlinkSync(context.workspace.home, join(context.workspace.root, 'sub'));
  await expect(edit({ ...context, subject }, input)).rejects.toThrow('led elsewhere');
  expect(readdirSync(context.workspace.home)).toEqual([]);
});

test('an aborted call changes nothing', async () => {
  const context = toolContext();
  const path = await putAndRead(context, 'a', 'x');
  context.abort.abort(new Error('deadline'));
  const input = { file_path: path, old_string: 'x', new_string: 'y' };
  await expect(edit(context, input)).rejects.toThrow('deadline');
  expect(readFileSync(path, 'utf8')).toBe('x');
});
