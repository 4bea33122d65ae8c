import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type OutputChunk, type OutputOptions, type RolldownOptions, rolldown } from 'rolldown';
import { temporaryFolder } from './repository.ts';
import { type RunnerJob, type RunnerResult, runAction } from './runner.ts';

const ROOT = join(import.meta.dirname, '../..');
const CONFIGURATION = pathToFileURL(join(ROOT, 'bundle/rolldown.config.mjs')).href;
const TRACER = pathToFileURL(join(import.meta.dirname, 'trace-loads.mjs'));

/** Modules by their path in this repository, in the order in which their chunks were loaded. */
export interface Loaded {
  /** … before the first request to the model was sent. */
  readonly before: readonly string[];
  /** … in the whole run. */
  readonly all: readonly string[];
  readonly result: RunnerResult;
}

/**
 * Builds the bundle as `npm run build` does, elsewhere, and so that one knows which modules are in which
 * of its files. What is left of a module counts: one of types alone is nowhere.
 * @param folder an empty one.
 * @returns what runs a job with it. Throws where the model was never asked.
 */
export async function tracedBundle(folder: string): Promise<(job: RunnerJob) => Promise<Loaded>> {
  const dist = join(folder, 'dist');
  const modules = new Map<string, readonly string[]>();
  const { default: configurations } = (await import(CONFIGURATION)) as {
    default: readonly (RolldownOptions & { readonly output: OutputOptions })[];
  };
  for (const { output, ...input } of configurations) {
    const build = await rolldown({ ...input, cwd: ROOT, logLevel: 'silent' });
    const written = await build.write({ ...output, dir: dist });
    for (const chunk of written.output) {
      if (chunk.type === 'chunk') modules.set(join(dist, chunk.fileName), modulesOf(chunk));
    }
    await build.close();
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  return async (job) => {
    const file = join(temporaryFolder('trace-'), 'trace');
    const nodeOptions = ['--import', `${TRACER}?file=${file}`];
    const result = await runAction({ ...job, dist, nodeOptions });
    const lines = readFileSync(file, 'utf8').split('\n');
    const first = lines.findIndex((line) => /^request POST .*\/v1\/messages/u.test(line));
    if (first < 0) throw new Error(`Nothing was asked of the model.\n${result.stdout}`);
    const loadedIn = (part: readonly string[]) =>
      part
        .filter((line) => line.startsWith('load '))
        .flatMap((line) => modules.get(fileURLToPath(line.slice('load '.length))) ?? []);
    return { before: loadedIn(lines.slice(0, first)), all: loadedIn(lines), result };
  };
}

function modulesOf({ modules }: OutputChunk): string[] {
  return Object.entries(modules)
    .filter(([, { renderedLength }]) => renderedLength > 0)
    .map(([path]) => relative(ROOT, path).replaceAll('\\', '/'));
}
