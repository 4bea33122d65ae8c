import { posix } from 'node:path';
import type { KnowledgeSource } from '../source.ts';

/**
 * The path of an import from the top of its source, or why there is none: the end of a sentence. With
 * `given` as it stands and, where a sentence goes on behind it, without its last marks.
 */
export function importPaths(
  given: string,
  importer: string,
  { root }: Pick<KnowledgeSource, 'root'>,
): { readonly paths: readonly string[] } | { readonly problem: string } {
  if (given === '~' || given.startsWith('~/')) {
    return { problem: 'files of the home folder are not approved here' };
  }
  const paths: string[] = [];
  for (const one of new Set([given, given.replace(/[.,;:!?)\]}>'"’”]+$/u, '')])) {
    const path = fromTop(one, importer, root);
    if (path === undefined) return { problem: 'it lies outside of the checkout' };
    if (path !== '' && path !== '.') paths.push(path);
  }
  if (paths.some((path) => path.split('/').some((name) => name.toLowerCase() === '.git'))) {
    return { problem: 'it belongs to git itself' };
  }
  return { paths };
}

function fromTop(given: string, importer: string, root: string): string | undefined {
  const path = posix.isAbsolute(given)
    ? posix.relative(root, given)
    : posix.normalize(posix.join(posix.dirname(importer), given));
  return path === '..' || path.startsWith('../') || posix.isAbsolute(path) ? undefined : path;
}
