// The door for programs that start runs themselves. It imports nothing but what replaces the process, for its user has
// secrets in it as the action has; the rest comes with the first run.
import { enterCleanEnvironment as replaceProcess } from './action/clean-environment.ts';
import type * as api from './library-api.ts';

export type * from './library-api.ts';

let entered: api.Environment | undefined;

export const enterCleanEnvironment: typeof api.enterCleanEnvironment = () => {
  // The process that replaced the first one must not be replaced again.
  entered ??= replaceProcess();
  return entered;
};

export const tool: typeof api.tool = (given: unknown) => given as api.Tool;

export const mcpServer: typeof api.mcpServer = (name, tools) => ({ name, tools });

export const runJob: typeof api.runJob = async (options) => {
  const { runLibraryJob } = await import('./action/library/run-library-job.ts');
  return runLibraryJob(options, async (door) => {
    const { run } = await import('./run.ts');
    return run(door);
  });
};
