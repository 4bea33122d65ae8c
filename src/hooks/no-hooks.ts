import type { Hooks } from './hook-runner.ts';

/** For calls that start no hooks. */
export function emptyHooks(): Hooks {
  return { has: () => false, run: async () => [], takeWakeUps: () => [], close: async () => {} };
}
