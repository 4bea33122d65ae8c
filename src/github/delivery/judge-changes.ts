import { rm } from 'node:fs/promises';
import { listOf } from '../../base/text.ts';
import type { DeliveryLimits } from '../../policy/policy.ts';
import type { Git } from '../git.ts';
import { badLinks } from './bad-links.ts';
import { deliveryProblems } from './check-changes.ts';
import { filteredPaths, lfsPointers } from './filtered-paths.ts';
import { type Change, findSecrets } from './find-secrets.ts';
import { ABSENT, treeChanges } from './tree-changes.ts';
import { writePatch } from './write-patch.ts';

export interface Judge {
  /** In the store. */
  readonly git: Git;
  /** Of the checkout. */
  readonly root: string;
  readonly limits: DeliveryLimits;
  /** Paths of files that govern this run. */
  readonly steering: readonly string[];
  /** Where a patch can be written to be measured. */
  readonly scratch: string;
  /** The secrets in a text. */
  readonly found: (text: string) => readonly string[];
}

/** Why what differs between two trees may not be delivered, a sentence each; empty: it may. */
export async function judgeChanges(judge: Judge, change: Change): Promise<string[]> {
  const { before, after } = change;
  const { git, limits, steering, found } = judge;
  const changes = await treeChanges(git, before, after);
  const bytes = await writePatch(git, { before, after }, judge.scratch);
  // It may hold what is looked for next.
  await rm(judge.scratch, { force: true });
  const there = changes.filter(({ newMode }) => newMode !== ABSENT).map(({ path }) => path);
  const { secret, unsearched } = await findSecrets(git, change, found);
  const filtered = await filteredPaths(git, judge.root, there);
  const pointers = await lfsPointers(git, changes);
  const links = await badLinks(git, changes, change);
  return [
    ...deliveryProblems(changes, { ...limits, steering }, bytes),
    ...named(secret, 'holds a secret, or what has the form of one.'),
    ...named(unsearched, 'too large to be searched for secrets.'),
    ...named(links, 'a link that leads out of the repository.'),
    ...named(
      pointers.filter((path) => !filtered.includes(path)),
      'the pointer to a file of Git LFS, which is not sent.',
    ),
    ...named(filtered, 'stored through a filter (Git LFS, say), a program that is not run here.'),
  ];
}

function named(paths: readonly string[], what: string): string[] {
  return paths.length === 0 ? [] : [`${listOf(paths.map((path) => `“${path}”`))}: ${what}`];
}
