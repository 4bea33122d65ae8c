import { type BigIntStats, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

/** Throws when anything in the tree is not what it was when it was sealed. */
export type VerifySeal = () => Promise<void>;

/** So many entries are looked at before other work gets its turn. */
const BATCH = 1_000;

/**
 * Remembers every entry of a folder, and gives the check that they are all still the same. The
 * change time is what can't be set back: whoever makes a file writable, writes it and takes the
 * permission away again leaves another one.
 */
export async function sealTree(folder: string): Promise<VerifySeal> {
  const seal = new Map<string, string>();
  for await (const [path, state] of statesIn(folder)) seal.set(path, state);
  return async () => {
    let seen = 0;
    for await (const [path, state] of statesIn(folder)) {
      if (seal.get(path) !== state) throw broken(folder, path);
      seen += 1;
    }
    if (seen !== seal.size) throw broken(folder, folder);
  };
}

/** The folder itself, then all that is in it. Links are not followed. */
async function* statesIn(folder: string): AsyncGenerator<readonly [path: string, state: string]> {
  const left = [folder];
  for (let count = 1, path = left.pop(); path !== undefined; count += 1, path = left.pop()) {
    if (count % BATCH === 0) await setImmediate();
    const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    yield [path, stateOf(stats)];
    if (stats?.isDirectory()) for (const name of readdirSync(path)) left.push(join(path, name));
  }
}

function stateOf(stats: BigIntStats | undefined): string {
  return stats === undefined
    ? 'gone'
    : `${stats.dev} ${stats.ino} ${stats.mode} ${stats.uid} ${stats.size} ${stats.ctimeNs}`;
}

function broken(folder: string, path: string): Error {
  const first = path === folder ? '' : ` (${path.slice(folder.length + 1)})`;
  return new Error(
    `The hook scripts in ${folder} were changed while the job ran${first}; nothing is allowed by them any more.`,
  );
}
