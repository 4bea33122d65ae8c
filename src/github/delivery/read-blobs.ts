import type { Git } from '../git.ts';
import { readTrue } from '../true-objects.ts';

/** Sizes of blobs in bytes, by id. */
export async function blobSizes(
  git: Git,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const lines = (await git(['cat-file', '--batch-check'], { input: `${ids.join('\n')}\n` }))
    .trimEnd()
    .split('\n');
  return new Map(
    lines.map((line) => {
      const [id = '', , size = ''] = line.split(' ');
      return [id, Number(size)];
    }),
  );
}

/**
 * Contents of blobs by id, all of them in memory.
 * @throws ConfigError for one that is not what its name says.
 */
export async function readBlobs(
  git: Git,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  const objects = await readTrue(git, ids);
  return new Map([...objects].map(([id, { bytes }]) => [id, bytes]));
}
