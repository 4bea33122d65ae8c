import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = join(import.meta.dirname, '../src/library-api.ts');

/** Lays the types of the library entry beside it: they are written apart, so that they need nothing else. */
export function libraryTypes() {
  return {
    name: 'library-types',
    generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: 'library.d.ts',
        source: readFileSync(SOURCE, 'utf8'),
      });
    },
  };
}
