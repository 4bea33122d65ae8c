import type { Todo } from './tool-use-context.ts';

/** How the model is shown where an item of its to-do list stands. */
export const TODO_MARKS: Readonly<Record<Todo['status'], string>> = {
  pending: '[ ]',
  in_progress: '[>]',
  completed: '[x]',
};
