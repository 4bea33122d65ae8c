import { basename, join } from 'node:path';
import { endSurvivors } from '../base/survivors.ts';
import type { ChangedFile } from '../events/outcome.ts';
import { layOutTree } from '../github/base-tree.ts';
import { type SnapshotTrees, takeSnapshot } from '../github/snapshot.ts';
import { commentTarget } from './comment-place.ts';
import type { Door } from './door.ts';
import { once } from './once.ts';
import type { Job } from './prepare-job.ts';
import type { Reports } from './reports.ts';
import { freeSpareRoom, keepSpareRoom } from './spare-room.ts';

/** What goes on beside the agent: the comment, the snapshot, the hooks' folder. None delays the first request. */
export interface Companions {
  /** Resolves when the work tree's state at the start is recorded. */
  beforeChange(): Promise<void>;
  /** Writes what of the context needs git, and tells the maintainer of it. Never rejects. */
  tellContext(): Promise<void>;
  /** Where hooks run. */
  hookDirectory(): Promise<string>;
  /** Against the start; empty without a look when no call could have changed anything. */
  changedFiles(): Promise<readonly ChangedFile[]>;
  /** Both states of the work tree; `undefined` when no call could have changed anything. */
  trees(): Promise<SnapshotTrees | undefined>;
  /**
   * Brings the comment to its last state; its address, if there is one.
   * @param notes Markdown to show below the answer.
   */
  finishComment(notes: readonly string[]): Promise<string | undefined>;
}

/** The first request is on its way by then. */
const SOON_MS = 100;

interface Parts {
  readonly door: Door;
  readonly job: Job;
  readonly reports: Reports;
  /** Loads what the end of a run needs, while the model thinks and nobody waits for it. */
  readonly loadTheEnd: () => void;
}

export function accompany(parts: Parts): Companions {
  const { door, job, reports } = parts;
  const { workspace, git } = job;
  const snapshot = once(() =>
    takeSnapshot(git, workspace.root, join(workspace.runDirectory, 'snapshot')),
  );
  const target = commentTarget(door, job.inputs, job.event);
  const comment = once(async () => {
    if (target === undefined) return undefined;
    const { openComment } = await import('./run-comment.ts');
    return openComment(target, parts);
  });
  const tellContext = once(async () => {
    const { tellContext: tell } = await import('./tell-context.ts');
    await tell(job, reports.emit);
  });
  let mayHaveChanged = false;
  let hooksRan = false;

  let soon: NodeJS.Timeout | undefined;
  const begin = () => {
    void snapshot().catch(() => {});
    void comment();
    void saveRunDirectory(parts);
    keepSpareRoom(workspace.runDirectory);
    parts.loadTheEnd();
  };
  reports.onEvent((event) => {
    if (event.type === 'request_started') soon ??= setTimeout(begin, SOON_MS).unref();
    if (event.type === 'todos' && comment.begun) void comment().then((it) => it?.update());
  });

  return {
    beforeChange: async () => {
      mayHaveChanged = true;
      // Without it the report lacks the changed files, and says so at the end; the work goes on.
      await snapshot().catch(() => {});
    },
    tellContext,
    hookDirectory: once(() => {
      hooksRan = true;
      return hookDirectory(job);
    }),
    changedFiles: async () => {
      freeSpareRoom(workspace.runDirectory);
      // A run that asked for nothing may be at its end before git is.
      if (tellContext.begun) await tellContext();
      if (mayHaveChanged || hooksRan) endSurvivors(basename(workspace.runDirectory));
      if (!mayHaveChanged) return [];
      return (await snapshot()).changedFiles();
    },
    trees: async () => (mayHaveChanged ? (await snapshot()).trees() : undefined),
    finishComment: async (notes) => {
      clearTimeout(soon);
      return (await comment())?.finish(notes);
    },
  };
}

/** On pull requests the base commit's tree, so that the head can't bring its own guard; else the checkout. */
async function hookDirectory(job: Job): Promise<string> {
  if (job.configuration.commit === undefined) return job.workspace.root;
  return layOutTree(job.configuration, job.git, join(job.workspace.runDirectory, 'base'));
}

/** What `post` needs to finish a run that was killed. */
async function saveRunDirectory({ door, job, reports }: Parts): Promise<void> {
  const { saveState } = await import('./save-state.ts');
  await saveState({ door, reports }, { run_directory: job.workspace.runDirectory });
}
