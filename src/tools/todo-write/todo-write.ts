import type { ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages';
import { countOf } from '../../base/text.ts';
import { buildTool } from '../../tool/build-tool.ts';
import { loadedLater } from '../../tool/loaded-later.ts';
import { NO_SUBJECT } from '../../tool/subject.ts';
import { TODO_MARKS } from '../../tool/todo-marks.ts';
import type { Todo } from '../../tool/tool-use-context.ts';
import { INPUT_SCHEMAS } from '../input-schemas.ts';
import type { TodoInput, TodoOutput } from './todo-write-schema.ts';

const schemas = loadedLater(() => import('./todo-write-schema.ts'));

/** Keeps the to-do list that the run's comment shows. It touches nothing but that. */
export const todoWriteTool = buildTool<TodoInput, TodoOutput>({
  name: 'TodoWrite',
  searchHint: 'plan tasks steps progress',
  alwaysLoad: true,
  description: () => 'Keeps the to-do list of the run.',
  prompt: manual,
  inputSchema: () => schemas.get().todoWriteInputSchema(),
  inputJSONSchema: INPUT_SCHEMAS.TodoWrite,
  outputSchema: () => schemas.get().todoWriteOutputSchema(),
  prepare: schemas.load,
  isReadOnly: () => true,
  isDestructive: () => false,
  preparePermissionMatcher: () => ({ ...NO_SUBJECT, readOnly: true }),
  call: async (input, context) => {
    context.abort.signal.throwIfAborted();
    const oldTodos = context.getAppState().todos;
    const newTodos = input.todos;
    context.setAppState((state) => ({ ...state, todos: newTodos }));
    return { data: { oldTodos, newTodos } };
  },
  mapToolResultToToolResultBlockParam: resultBlock,
  extractSearchText: (output) => itemsOf(output.newTodos).join('\n'),
  rendering: {
    use: (input) => [{ type: 'list', items: itemsOf(input.todos) }],
    result: (output) => [{ type: 'list', items: itemsOf(output.newTodos) }],
    summary: (input) => `TodoWrite (${progressOf(input.todos)})`,
  },
});

function manual(): string {
  return (
    'Keeps your to-do list, which the people who wait for this run see. Use it for work of three steps or more. ' +
    'Have one item in progress at a time, and mark it completed as soon as it is done.'
  );
}

function resultBlock(output: TodoOutput, toolUseId: string): ToolResultBlockParam {
  const content = `To-do list updated: ${progressOf(output.newTodos)}.`;
  return { type: 'tool_result', tool_use_id: toolUseId, content };
}

function progressOf(todos: readonly Todo[]): string {
  const done = todos.filter((todo) => todo.status === 'completed').length;
  return `${done} of ${countOf(todos.length, 'item')} done`;
}

function itemsOf(todos: readonly Todo[]): string[] {
  return todos.map((todo) => {
    const text = todo.status === 'in_progress' ? todo.activeForm : todo.content;
    return `${TODO_MARKS[todo.status]} ${text}`;
  });
}
