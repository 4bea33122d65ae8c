import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import type { ResolvedPath } from '../../base/paths.ts';
import { ToolRefusal } from '../../tool/refusal.ts';
import type { ToolUseContext } from '../../tool/tool-use-context.ts';
import { explainMissingFile } from './missing-file.ts';

/** An open regular file, proven to be the one that its path was judged as. */
export interface OpenFile {
  readonly descriptor: number;
  readonly stats: Stats;
}

/**
 * Opens a file for reading. Against a link that is swapped while the call is judged (a race that
 * turns an allowed name into any file): the real path is opened without following links, and the
 * name must still lead to what was opened. Non-blocking, so that a pipe can't hold the call.
 * @throws ToolRefusal for what is missing, no regular file, forbidden by the system, or swapped.
 */
export function openRegularFile(path: ResolvedPath, context: ToolUseContext): OpenFile {
  assertJudged(path, context);
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  let descriptor: number;
  try {
    descriptor = openSync(path.real, flags);
  } catch (thrown) {
    throw openRefusal(thrown, path, context);
  }
  try {
    const stats = fstatSync(descriptor);
    if (stats.isDirectory()) throw directoryRefusal(path, context);
    if (!stats.isFile())
      throw new ToolRefusal(`${path.path} is no regular file (a device, pipe or socket).`);
    assertSame(path, stats);
    return { descriptor, stats };
  } catch (thrown) {
    closeSync(descriptor);
    throw thrown;
  }
}

/** @throws ToolRefusal when the path leads elsewhere than where it led when the call was judged. */
export function assertJudged(path: ResolvedPath, context: ToolUseContext): void {
  if (!context.subject || context.subject.paths.some((touch) => touch.path.real === path.real))
    return;
  throw swapped(path);
}

/** @throws ToolRefusal when the name no longer leads to this file. */
export function assertSame(path: ResolvedPath, stats: Stats): void {
  let now: Stats | undefined;
  try {
    if (realpathSync.native(path.path) === path.real) now = statSync(path.real);
  } catch {
    // Gone: not the same.
  }
  if (now?.ino !== stats.ino || now.dev !== stats.dev) throw swapped(path);
}

export function swapped(path: ResolvedPath): ToolRefusal {
  return new ToolRefusal(
    `${path.path} was replaced or led elsewhere while this call was under way. Nothing was done; try again.`,
  );
}

function openRefusal(thrown: unknown, path: ResolvedPath, context: ToolUseContext): Error {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new ToolRefusal(explainMissingFile(path, context.workspace), { cause: thrown });
  if (code === 'EISDIR') return directoryRefusal(path, context);
  if (code === 'ELOOP')
    return new ToolRefusal(`${path.path} is a link that leads nowhere. Name the file itself.`);
  if (code === 'ENXIO')
    return new ToolRefusal(`${path.path} is no regular file (a device, pipe or socket).`);
  if (code === 'EACCES' || code === 'EPERM')
    return new ToolRefusal(`The system forbids reading ${path.path}.`, { cause: thrown });
  if (code === 'ENAMETOOLONG')
    return new ToolRefusal('The path is longer than the system allows.', { cause: thrown });
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

function directoryRefusal(path: ResolvedPath, context: ToolUseContext): ToolRefusal {
  const offered = (name: string) => context.pool.some((tool) => tool.name === name);
  const ways = [
    offered('Glob') ? 'Glob with this folder as `path`' : '',
    offered('Bash') ? '`ls` in Bash' : '',
  ].filter((way) => way !== '');
  const hint =
    ways.length > 0 ? ` See what is in it: ${ways.join(', or ')}.` : ' Name a file in it.';
  return new ToolRefusal(`${path.path} is a folder, not a file.${hint}`);
}
