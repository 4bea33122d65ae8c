import * as z from 'zod';
import { lazySchema } from '../../tool/lazy-schema.ts';

const listSchema = lazySchema(() =>
  z
    .array(
      z.strictObject({
        content: z.string().min(1).max(1_000).describe('What to do'),
        status: z.enum(['pending', 'in_progress', 'completed']).describe('How far it is'),
        activeForm: z.string().min(1).max(1_000).describe('The same as “Doing …”'),
      }),
    )
    .max(100),
);
export const todoWriteInputSchema = lazySchema(() =>
  z.strictObject({ todos: listSchema().describe('The whole list, in order') }),
);
export type TodoInput = z.infer<ReturnType<typeof todoWriteInputSchema>>;

export const todoWriteOutputSchema = lazySchema(() =>
  z.strictObject({
    oldTodos: listSchema().readonly().describe('The list before'),
    newTodos: listSchema().readonly().describe('The list now'),
  }),
);
export type TodoOutput = z.infer<ReturnType<typeof todoWriteOutputSchema>>;
