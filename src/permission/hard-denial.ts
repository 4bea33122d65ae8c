import { foldName } from '../base/fold-name.ts';
import { isInside } from '../base/paths.ts';
import type { Workspace } from '../base/workspace.ts';
import type { PathTouch, Subject } from '../tool/subject.ts';
import { isAtHome, isReadableRunFile } from './home-places.ts';
import { foldedNames, isGitInternal } from './protected-names.ts';

const PSEUDO = new Set(['proc', 'sys', 'dev']);

/**
 * What no rule, answer or hook lifts: writing git's own files, the system's pseudo files and special
 * files, the run's own folder, what the settings close. Gives the sentence for the model; `undefined`: nothing of the kind.
 */
export function hardDenial(subject: Subject, workspace: Workspace): string | undefined {
  for (const touch of subject.paths) {
    const { path } = touch;
    if (path.path === '/dev/null' && path.real === '/dev/null') continue;
    if (path.special) {
      return `${path.given} is a socket, a pipe or a device; no tool may use it. Use regular files.`;
    }
    for (const name of path.real === path.path ? [path.path] : [path.path, path.real]) {
      const reason = denialOf(name, touch, workspace);
      if (reason) return reason;
    }
  }
  return undefined;
}

function denialOf(path: string, touch: PathTouch, workspace: Workspace): string | undefined {
  const { given } = touch.path;
  // /proc/<pid>/environ holds the secrets of every process of this user.
  if (PSEUDO.has(foldName(path.split('/')[1] ?? ''))) {
    return `${given} is one of the system’s own files (/proc, /sys, /dev); no tool may use it. Of these only /dev/null is open.`;
  }
  // A hook or a setting written into .git runs with the next git command, outside of every rule.
  if (touch.access === 'write' && isGitInternal(foldedNames(path, workspace.root))) {
    return `${given} belongs to git itself and is never written by a tool. Use git’s commands where the policy allows them.`;
  }
  return runFolderDenial(path, touch, workspace) ?? closedPlaceDenial(path, touch, workspace);
}

function closedPlaceDenial(
  path: string,
  { path: { given }, access }: PathTouch,
  workspace: Workspace,
): string | undefined {
  if (!workspace.closedOutside?.includes(access) || isAtHome(path, access, workspace)) {
    return undefined;
  }
  const verb = access === 'read' ? 'reading' : 'writing';
  return `${given} lies outside of the working directories, and the settings close such places to ${verb}. Work on files below ${workspace.root}.`;
}

/** The transcript and the base commit's hooks lie there: what judges the run must not be changed by it. */
function runFolderDenial(
  path: string,
  { path: { given }, access }: PathTouch,
  { runDirectory }: Workspace,
): string | undefined {
  if (!isInside(path, runDirectory)) return undefined;
  if (access === 'read' && isReadableRunFile(path, runDirectory)) return undefined;
  return `${given} belongs to the run itself; of its folder only outputs/ and context/ can be read, and nothing written.`;
}
