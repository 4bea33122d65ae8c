import { join } from 'node:path';
import { defineConfig } from 'rolldown';
import { builtinsByCall } from './builtins-by-call.mjs';
import { cloudClients } from './cloud-clients.mjs';
import { jsonAsText } from './json-as-text.mjs';
import { libraryTypes } from './library-types.mjs';
import { sdkCredentials } from './sdk-credentials.mjs';
import { sdkErrors } from './sdk-errors.mjs';
import { sdkGlobals } from './sdk-globals.mjs';
import { sdkHelpers } from './sdk-helpers.mjs';
import { startModules } from './start-modules.mjs';

const start = startModules('src/run.ts');

/**
 * Four doors and the chunks they share. What the first request does not need stays in chunks of its
 * own that are loaded when used; stable names keep the diff of dist/ readable.
 */
const doors = defineConfig({
  input: {
    main: 'src/main.ts',
    post: 'src/post.ts',
    cli: 'src/cli.ts',
    library: 'src/library.ts',
    'grep-worker': 'src/tools/grep/grep-worker.ts',
  },
  platform: 'node',
  resolve: {
    alias: {
      undici: join(import.meta.dirname, 'no-undici.mjs'),
      '@actions/http-client/lib/auth': join(import.meta.dirname, 'no-http-client.mjs'),
      '@actions/http-client': join(import.meta.dirname, 'no-http-client.mjs'),
      // The validator that is in the bundle anyhow, for the one of 130 KB that compiles schemas to code.
      '@modelcontextprotocol/client/_shims': join(
        import.meta.dirname,
        '../node_modules/@modelcontextprotocol/client/dist/shimsWorkerd.mjs',
      ),
    },
  },
  plugins: [
    sdkCredentials(),
    sdkErrors(),
    sdkGlobals(),
    sdkHelpers(),
    cloudClients(),
    jsonAsText(),
    builtinsByCall(),
    libraryTypes(),
  ],
  output: {
    dir: 'dist',
    format: 'esm',
    minify: true,
    sourcemap: false,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
    cleanDir: true,
    codeSplitting: {
      groups: [{ debugName: 'start', name: (id) => (start.has(id) ? 'start' : null) }],
    },
  },
});

/**
 * By itself: what it shares with the doors lies in their big chunk, which a thread would have to read and
 * run whole, 25 ms and 8 MB beside every run.
 */
const watchdog = defineConfig({
  input: { 'watchdog-worker': 'src/action/watchdog-worker.ts' },
  platform: 'node',
  plugins: [builtinsByCall()],
  output: { ...doors.output, codeSplitting: false, cleanDir: false },
});

export default [doors, watchdog];
