import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from '../base/random.ts';
import { giveUpReserve } from '../base/reserve-file.ts';

const NAME = 'work.reserve';

/** What git needs for a patch of ordinary size, bytes; on a small disk less is better than nothing. */
const SIZES = [1_048_576, 262_144];

/** Keeps room on the disk for the work to be measured and kept at the end. Never throws. */
export function keepSpareRoom(runDirectory: string): void {
  for (const size of SIZES) {
    try {
      // Not zeros: there are file systems that keep no place for those.
      writeFileSync(join(runDirectory, NAME), randomBytes(size), { mode: 0o600 });
      return;
    } catch {
      freeSpareRoom(runDirectory);
    }
  }
}

export function freeSpareRoom(runDirectory: string): void {
  giveUpReserve(join(runDirectory, NAME));
}
