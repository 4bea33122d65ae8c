import { chmodSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestRepository } from './repository.ts';

/** Puts what another object holds under the name of one, as whoever can write below `.git` does. */
export function writeOver(repository: TestRepository, name: string, other: string): string {
  const path = (revision: string) => {
    const id = repository.git('rev-parse', revision).trim();
    return { id, file: join(repository.root, '.git/objects', id.slice(0, 2), id.slice(2)) };
  };
  const { id, file } = path(name);
  const { file: source } = path(other);
  chmodSync(file, 0o644);
  copyFileSync(source, file);
  return id;
}
