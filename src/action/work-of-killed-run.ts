import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '../base/errors.ts';
import type { ChangedFile } from '../events/outcome.ts';
import { findCheckout } from '../github/checkout.ts';
import { openDeliveryStore } from '../github/delivery/delivery-store.ts';
import { type KeptPatch, keepPatch } from '../github/delivery/keep-patch.ts';
import { gitIn } from '../github/git.ts';
import { reopenSnapshot } from '../github/snapshot.ts';
import { type KeptNote, keptNote, patchShown } from '../report/delivery-notes.ts';
import type { NeutraliseOptions } from '../report/neutralise.ts';
import { DELIVERY_BEGUN } from './delivery-end.ts';
import type { Inputs } from './inputs.ts';
import { reportOptions } from './report-options.ts';

interface KilledWork {
  readonly changedFiles: readonly ChangedFile[];
  /** Markdown: where it is kept. */
  readonly notes: readonly string[];
  /** Markdown for the summary, which outlives the job: the patch itself. Absent or empty: it does not fit in there. */
  readonly shown?: string;
}

interface KilledRun {
  readonly variables: Readonly<Record<string, string>>;
  readonly inputs: Inputs;
  /** The run's. */
  readonly folder: string;
  /** There will be a summary of it. */
  readonly hasSummary: boolean;
  readonly say: (text: string) => void;
  /** The secrets in a text. */
  readonly found: (text: string) => readonly string[];
}

/**
 * What a killed run had changed, by the record of its start, kept as a patch: half of a work is not for
 * a branch, and the checkout goes with the job. What can't be measured is a warning.
 */
export async function workOf(run: KilledRun): Promise<KilledWork> {
  const { variables, inputs, folder, say, found } = run;
  try {
    const home = variables['HOME'] || homedir();
    const start = variables['GITHUB_WORKSPACE'] || process.cwd();
    const { root } = findCheckout(start, inputs.working_directory, home);
    const environment = { PATH: variables['PATH'] ?? '', HOME: home };
    const checkout = gitIn(root, environment);
    const snapshot = await reopenSnapshot(checkout, root, join(folder, 'snapshot'));
    const changedFiles = (await snapshot?.changedFiles()) ?? [];
    if (!snapshot || changedFiles.length === 0) return { changedFiles, notes: [] };
    const trees = await snapshot.trees();
    const { objects } = trees;
    const git = await openDeliveryStore({
      git: checkout,
      root,
      folder: join(folder, 'delivery'),
      objects,
      environment,
    });
    const file = join(folder, 'changes.patch');
    const patch = await keepPatch(git, { ...trees, published: trees.head }, file, found);
    const unsure = writtenBy(folder);
    if (patch) say(`What was changed is kept as a patch: ${patch.file}`);
    const options = reportOptions({ variables });
    const wasToDeliver = inputs.deliver !== undefined && inputs.deliver !== 'none';
    if (!patch && !wasToDeliver) return { changedFiles, notes: [] };
    const shown = run.hasSummary ? shownOf(patch, options) : '';
    return {
      changedFiles,
      notes: [noteOf({ patch, unsure, wasToDeliver }, shown, options)],
      shown,
    };
  } catch (error) {
    say(`What changed could not be measured: ${messageOf(error)}`);
    return { changedFiles: [], notes: [] };
  }
}

function shownOf(patch: KeptPatch | undefined, options: NeutraliseOptions): string {
  return patch ? patchShown(readFileSync(patch.file, 'utf8'), options) : '';
}

/** No step of the job can take the patch any more. */
function noteOf(note: KeptNote, shown: string, options: NeutraliseOptions): string {
  const late = shown === '' ? 'lost' : 'shown';
  return keptNote({ ...note, patch: note.patch && { ...note.patch, late } }, options);
}

/** What it wrote to GitHub, as far as it came to say so; `undefined`: it did not begin to. */
function writtenBy(folder: string): readonly string[] | undefined {
  const file = join(folder, DELIVERY_BEGUN);
  if (!existsSync(file)) return undefined;
  return readFileSync(file, 'utf8').split('\n').filter(Boolean);
}
