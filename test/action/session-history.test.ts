import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sessionHistory } from '../../src/action/session-history.ts';
import { editTool } from '../../src/tools/edit/edit.ts';
import { readTool } from '../../src/tools/read/read.ts';
import { toolContext } from '../tools/tool-context.ts';

async function readType(context: ReturnType<typeof toolContext>, path: string) {
  const { data } = await readTool.call({ file_path: path }, context, () => {});
  return data.type;
}

test('a file is shown again when the answer that showed it has left the conversation, and may still be edited', async () => {
  const context = toolContext();
  const history = sessionHistory({ context });
  writeFileSync(join(context.cwd, 'a.js'), 'let a = 1;\n');
  expect(await readType(context, 'a.js')).toBe('text');
  expect(await readType(context, 'a.js')).toBe('file_unchanged');
  history.forgetShown();
  const edit = { file_path: 'a.js', old_string: '1', new_string: '2' };
  await editTool.call(edit, context, () => {});
  expect(await readType(context, 'a.js')).toBe('text');
  expect(await readType(context, 'a.js')).toBe('file_unchanged');
});

test('the files used last come first, as the model would name them', async () => {
  const context = toolContext();
  for (const name of ['a.js', 'b.js']) writeFileSync(join(context.cwd, name), name);
  for (const name of ['a.js', 'b.js', 'a.js']) await readType(context, name);
  expect(sessionHistory({ context }).recentFiles()).toEqual(['a.js', 'b.js']);
});

test('a result that leaves is kept where the model can read it', async () => {
  const context = toolContext();
  const block = { type: 'tool_result' as const, tool_use_id: '../x', content: 'all of it' };
  const path = await sessionHistory({ context }).saveResult('../x', block);
  expect(path?.startsWith(join(context.workspace.runDirectory, 'outputs/'))).toBe(true);
  expect(readFileSync(path ?? '', 'utf8')).toBe('all of it');
  const picture = { ...block, content: [] };
  expect(await sessionHistory({ context }).saveResult('y', picture)).toBeUndefined();
});
