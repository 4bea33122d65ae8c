import { posix } from 'node:path';
import type { Git } from '../git.ts';
import { readBlobs } from './read-blobs.ts';
import { LINK, type TreeChange } from './tree-changes.ts';

/** Links whose target lies outside of the repository: whoever reads through one reads another file. */
export async function badLinks(git: Git, changes: readonly TreeChange[]): Promise<string[]> {
  const links = changes.filter(({ newMode }) => newMode === LINK);
  const targets = await readBlobs(
    git,
    links.map(({ newId }) => newId),
  );
  return links
    .filter(({ path, newId }) => leadsOut(path, targets.get(newId)?.toString('utf8') ?? ''))
    .map(({ path }) => path);
}

function leadsOut(path: string, target: string): boolean {
  if (/^(?:[\\/]|[a-z]:)/i.test(target)) return true;
  const end = posix.normalize(posix.join(posix.dirname(path), target.replaceAll('\\', '/')));
  return end === '..' || end.startsWith('../') || end.split('/').includes('.git');
}
