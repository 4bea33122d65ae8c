import type { Git } from '../git.ts';

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

/** Contents of blobs by id, all of them in memory. */
export async function readBlobs(
  git: Git,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  const blobs = new Map<string, Buffer>();
  if (ids.length === 0) return blobs;
  const output = Buffer.from(
    await git(['cat-file', '--batch'], { input: `${ids.join('\n')}\n`, encoding: 'latin1' }),
    'latin1',
  );
  // `<id> blob <size>\n<bytes>\n`, one after another.
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(0x0a, at);
    const [id = '', , size = ''] = output.toString('latin1', at, end).split(' ');
    const start = end + 1;
    blobs.set(id, output.subarray(start, start + Number(size)));
    at = start + Number(size) + 1;
  }
  return blobs;
}
