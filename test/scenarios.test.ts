import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { playScenario } from './fakes/scenario.ts';

const folder = join(import.meta.dirname, 'scenarios');

// Expected results lie beside each case; `npm test -- scenarios -u` writes them anew, for a diff to be read.
test.each(readdirSync(folder))('%s', async (name) => {
  const played = await playScenario(name);
  await expect(stringify(played, { lineWidth: 0 })).toMatchFileSnapshot(
    join(folder, name, 'expected.yml'),
  );
});
