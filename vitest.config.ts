import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';

export default defineConfig({
  test: {
    dir: 'test',
    // Repositories that the agent works on have tests of their own.
    exclude: ['**/scenarios/*/**', '**/node_modules/**'],
    reporters: ['default', './test/closing-line.ts'],
    // It imports JSON as bundlers do, without saying so.
    server: { deps: { inline: ['@actions/workflow-parser'] } },
    // Real processes on two cores: a slow start is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // A job that runs these tests may itself be inside Actions: no test may see its files.
    env: {
      GITHUB_ACTIONS: '',
      GITHUB_OUTPUT: '',
      GITHUB_STATE: '',
      GITHUB_STEP_SUMMARY: '',
      GITHUB_EVENT_PATH: '',
      GITHUB_EVENT_NAME: '',
    },
  },
});
