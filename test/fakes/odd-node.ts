import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './repository.ts';

/**
 * A program that stands in for node in a job: a shell script, in which `"$NODE" "$@"` is the job itself.
 * What it sets up (limits, closed streams, a module that is loaded first) holds for the real bundle.
 */
export function oddNode(script: string): string {
  const file = join(temporaryFolder('unattended-node-'), 'node');
  writeFileSync(file, `#!/bin/bash\nNODE='${process.execPath}'\n${script}\n`, { mode: 0o755 });
  return file;
}

/** One that loads a module of ours before the bundle. */
export function nodeThatLoads(code: string): string {
  const module = join(temporaryFolder('unattended-module-'), 'first.mjs');
  writeFileSync(module, code);
  // The post step is a process of its own, and not the one that is in trouble.
  return oddNode(`case "$1" in *main.js) exec "$NODE" --import '${module}' "$@";; esac
exec "$NODE" "$@"`);
}
