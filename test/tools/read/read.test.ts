import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ToolUseContext } from '../../../src/tool/tool-use-context.ts';
import { readTool } from '../../../src/tools/read/read.ts';
import { readText } from '../../../src/tools/read/read-result.ts';
import type { ReadInput } from '../../../src/tools/read/read-schema.ts';
import { toolContext } from '../tool-context.ts';

async function read(context: ToolUseContext, input: ReadInput): Promise<string> {
  return readText((await readTool.call(input, context, () => {})).data);
}

function put(context: ToolUseContext, name: string, content: string | Uint8Array): string {
  const path = join(context.workspace.root, name);
  writeFileSync(path, content);
  return path;
}

test('numbers the lines as cat -n does', async () => {
  const context = toolContext();
  const path = put(context, 'a.txt', 'one\ntwo\n\nfour');
  expect(await read(context, { file_path: path })).toBe(
    '     1\tone\n     2\ttwo\n     3\t\n     4\tfour',
  );
  const { data } = await readTool.call(
    { file_path: 'a.txt', offset: 2, limit: 1 },
    context,
    () => {},
  );
  expect(data).toEqual({
    type: 'text',
    file: {
      filePath: path,
      content: 'two',
      numLines: 1,
      startLine: 2,
      totalLines: 4,
      notes: ['PARTIAL view: lines 2-2 of 4. Go on with offset 3.'],
    },
  });
});

test('an empty file and an offset past the end are told, not failed', async () => {
  const context = toolContext();
  put(context, 'empty', '');
  put(context, 'short', 'a\nb\n');
  expect(await read(context, { file_path: 'empty' })).toBe('[The file is empty.]');
  expect(await read(context, { file_path: 'short', offset: 9 })).toBe(
    '[Line 9 is past the end: the file has 2 lines.]',
  );
  expect(await read(context, { file_path: 'short', offset: 0 })).toBe('     1\ta\n     2\tb');
});

test('a long file comes in pages of 2,000 lines', async () => {
  const context = toolContext();
  put(context, 'long', Array.from({ length: 4500 }, (_, index) => `l${index + 1}\n`).join(''));
  const first = await read(context, { file_path: 'long' });
  expect(first).toContain(
    '  2000\tl2000\n[PARTIAL view: lines 1-2000 of 4500. Go on with offset 2001.]',
  );
  const last = await read(context, { file_path: 'long', offset: 4001 });
  expect(last.startsWith('  4001\tl4001')).toBe(true);
  expect(last.endsWith('  4500\tl4500')).toBe(true);
});

test('long lines are cut with a note, a full answer ends at a line', async () => {
  const context = toolContext();
  put(context, 'wide', `${'x'.repeat(5000)}\nnext\n`);
  const wide = await read(context, { file_path: 'wide' });
  expect(wide).toContain(`${'x'.repeat(2000)} … [line cut: it has 5000 characters]\n     2\tnext`);
  expect(wide).toContain('[1 line cut at 2000 characters.]');
  put(context, 'big', `${'y'.repeat(1500)}\n`.repeat(100));
  const big = await read(context, { file_path: 'big' });
  expect(big.length).toBeLessThan(61_000);
  expect(big).toMatch(
    /lines 1-\d+ of 100, as many as fit in one answer\. Go on with offset \d+\.\]$/,
  );
});

test('a file of many megabytes is paged without being held', async () => {
  const context = toolContext();
  put(context, 'huge', Buffer.alloc(11 * 1024 * 1024, 'a line of the huge file\r\n'));
  const text = await read(context, { file_path: 'huge', offset: 100_000, limit: 2 });
  expect(text).toMatch(
    /^100000\ta line of the huge file\n100001\ta line of the huge file\n\[PARTIAL/,
  );
  put(context, 'one-line', Buffer.alloc(11 * 1024 * 1024, 'é'));
  const line = await read(context, { file_path: 'one-line' });
  expect(line).toContain(`${'é'.repeat(2000)} … [line cut: it has 5767168 characters]`);
  expect(line.length).toBeLessThan(3_000);
});

test.each([
  ['latin', Buffer.from('caf\xe9 \x80\n', 'latin1'), 'café €', 'shown as windows-1252'],
  ['bom', Buffer.from('\ufefftext\n', 'utf8'), '\ttext', ''],
  ['u16', Buffer.from('\ufeffwörd\n', 'utf16le'), 'wörd', 'Encoding: utf-16le'],
  ['u16be', Buffer.from('\ufeffwörd\n', 'utf16le').swap16(), 'wörd', 'Encoding: utf-16be'],
  ['mac', Buffer.from('one\rtwo\r'), '     1\tone\n     2\ttwo', ''],
  ['crlf', Buffer.from('one\r\ntwo\r\n'), '     1\tone\n     2\ttwo', ''],
])('reads %s text', async (name, bytes, shown, note) => {
  const context = toolContext();
  put(context, name, bytes);
  const text = await read(context, { file_path: name });
  expect(text).toContain(shown);
  expect(text).toContain(note);
});

test.each([
  ['a.txt', Buffer.from('\x89PNG\r\n\x1a\n....', 'latin1'), 'a PNG image'],
  ['b.txt', Buffer.from('%PDF-1.7\n'), 'not supported yet'],
  ['c.txt', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 1]), 'a program'],
  ['d.txt', Buffer.from('text\0text'), 'NUL bytes'],
  ['e.txt', Buffer.from([1, 2, 3, 4, 5, 6]), 'control characters'],
])('refuses %s by its content', async (name, bytes, message) => {
  const context = toolContext();
  put(context, name, bytes);
  await expect(read(context, { file_path: name })).rejects.toThrow(message);
});

test('a name says nothing: text in a .png is text', async () => {
  const context = toolContext();
  put(context, 'a.png', 'BZh is how bzip2 begins\n');
  expect(await read(context, { file_path: 'a.png' })).toContain('BZh');
});

test('a folder, a missing file and a device are refused with what would do', async () => {
  const context = toolContext();
  mkdirSync(join(context.workspace.root, 'src'));
  put(context, 'src/sum.js', 'x');
  await expect(read(context, { file_path: 'src' })).rejects.toThrow('is a folder');
  await expect(read(context, { file_path: 'src/sum.ts' })).rejects.toThrow(
    /Did you mean .*src\/sum\.js\?/,
  );
  await expect(read(context, { file_path: '/src/sum.js' })).rejects.toThrow(
    /Did you mean .*src\/sum\.js\?/,
  );
  await expect(read(context, { file_path: 'lib/deep/x.js' })).rejects.toThrow(
    'nearest that does is',
  );
  await expect(read(context, { file_path: '/dev/zero' })).rejects.toThrow('no regular file');
  await expect(read(context, { file_path: 'a\0b' })).rejects.toThrow('control character');
});

test('an unchanged file is not sent twice; a changed one and another page are', async () => {
  const context = toolContext();
  put(context, 'a.txt', 'one\ntwo\nthree\n');
  await read(context, { file_path: 'a.txt' });
  expect(await read(context, { file_path: 'a.txt' })).toContain('is unchanged');
  expect(await read(context, { file_path: 'a.txt', offset: 2 })).toContain('two');
  put(context, 'a.txt', 'one\nTWO\nthree\n');
  expect(await read(context, { file_path: 'a.txt' })).toContain('TWO');
});

test('a link that was swapped after the decision is not followed', async () => {
  const context = toolContext();
  put(context, 'allowed.txt', 'allowed');
  writeFileSync(join(context.workspace.home, 'secret'), 'secret');
  const input = { file_path: join(context.workspace.root, 'link') };
  symlinkSync(join(context.workspace.root, 'allowed.txt'), input.file_path);
  const subject = readTool.preparePermissionMatcher(input, context);
  expect(await read({ ...context, subject }, input)).toContain('allowed');
  const swapped = { ...input, file_path: join(context.workspace.root, 'link2') };
  const judged = readTool.preparePermissionMatcher(swapped, context);
  symlinkSync(join(context.workspace.home, 'secret'), swapped.file_path);
  await expect(read({ ...context, subject: judged }, swapped)).rejects.toThrow('led elsewhere');
});
