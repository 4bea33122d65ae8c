import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../fakes/repository.ts';

const MODULE = join(import.meta.dirname, '../../src/report/json-array-file.ts');
const run = promisify(execFile);

/** Makes an array of a journal in a process whose files can't be longer than so many KB. */
function writeWithin(kilobytes: number, folder: string) {
  const code = `import { writeLinesAsArray } from ${JSON.stringify(MODULE)};
writeLinesAsArray('journal', 'array');`;
  const script = `ulimit -f ${kilobytes}; trap '' XFSZ; exec "$0" --input-type=module -e "$1"`;
  return run('bash', ['-c', script, process.execPath, code], { cwd: folder });
}

// A disk takes what still fits, and refuses only what comes then: half a file was taken for a whole one.
test.skipIf(process.platform === 'win32')(
  'where no more can be written there is no file, rather than half of one',
  async () => {
    const folder = temporaryFolder();
    const line = JSON.stringify({ text: 'x'.repeat(1_000) });
    writeFileSync(join(folder, 'journal'), `${line}\n`.repeat(12));
    await expect(writeWithin(8, folder)).rejects.toThrow('EFBIG');
    expect(readdirSync(folder)).toEqual(['journal']);
    await writeWithin(40, folder);
    expect(JSON.parse(readFileSync(join(folder, 'array'), 'utf8'))).toHaveLength(12);
  },
);
