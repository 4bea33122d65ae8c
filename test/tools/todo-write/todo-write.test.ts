import { expect, test } from 'vitest';
import { parseInput } from '../../../src/tool/parse-input.ts';
import { todoWriteTool } from '../../../src/tools/todo-write/todo-write.ts';
import { toolContext } from '../tool-context.ts';

const first = { content: 'Fix sum', status: 'in_progress', activeForm: 'Fixing sum' } as const;
const second = { content: 'Run tests', status: 'pending', activeForm: 'Running tests' } as const;

test('keeps the list in the state and gives both', async () => {
  const context = toolContext();
  await todoWriteTool.call({ todos: [first] }, context, () => {});
  const done = { ...first, status: 'completed' } as const;
  const { data } = await todoWriteTool.call({ todos: [done, second] }, context, () => {});
  expect(data).toEqual({ oldTodos: [first], newTodos: [done, second] });
  expect(context.getAppState().todos).toEqual([done, second]);
  expect(todoWriteTool.mapToolResultToToolResultBlockParam(data, 'id').content).toBe(
    'To-do list updated: 1 of 2 items done.',
  );
  expect(todoWriteTool.extractSearchText(data)).toBe('[x] Fix sum\n[ ] Run tests');
});

test('it changes nothing outside, so that no rule is needed', () => {
  const context = toolContext();
  expect(todoWriteTool.isReadOnly({ todos: [] }, context)).toBe(true);
  expect(todoWriteTool.preparePermissionMatcher({ todos: [] }, context).readOnly).toBe(true);
});

test.each([
  [{ todos: [{ ...first, status: 'done' }] }, '"pending", "in_progress", "completed"'],
  [{ todos: [{ content: 'x', status: 'pending' }] }, '`todos[0].activeForm` is missing'],
  [{ todos: 'none' }, 'expected an array'],
])('refuses %j', (input, message) => {
  expect(parseInput(todoWriteTool, input)).toMatchObject({
    ok: false,
    message: expect.stringContaining(message),
  });
});
