import { AsyncLocalStorage } from 'node:async_hooks';

/** A call of a tool in this process that is under way, or whose timers and handlers still are. */
export interface ToolAtWork {
  readonly tool: string;
  /** The call has failed, if it is not over. */
  readonly fail: (error: unknown) => void;
}

const calls = new AsyncLocalStorage<ToolAtWork>();

/**
 * Whose work it is that is being done: what throws in a timer or an event of a tool reaches nobody but the process, and
 * must not be taken for a failure of the run. `undefined`: no tool's.
 */
export function toolAtWork(): ToolAtWork | undefined {
  return calls.getStore();
}

/** Does the work of a call: it ends when the work does, or when something fails that the work began and nobody waits for. */
export function atWork<T>(tool: string, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    calls.run({ tool, fail: reject }, () => void work().then(resolve, reject));
  });
}
