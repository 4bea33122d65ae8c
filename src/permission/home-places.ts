import { join } from 'node:path';
import { isInside } from '../base/paths.ts';
import type { Workspace } from '../base/workspace.ts';

/** Whether a path lies where tools may work without being asked about the place. */
export function isAtHome(path: string, access: 'read' | 'write', workspace: Workspace): boolean {
  const { root, additional = [], runDirectory } = workspace;
  return (
    [root, ...additional].some((folder) => isInside(path, folder)) ||
    (access === 'read' && isReadableRunFile(path, runDirectory))
  );
}

/** Persisted outputs and context files: the part of the run's folder that the model may read. */
export function isReadableRunFile(path: string, runDirectory: string): boolean {
  return ['outputs', 'context'].some((name) => isInside(path, join(runDirectory, name)));
}
